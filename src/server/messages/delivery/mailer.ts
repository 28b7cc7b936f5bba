/** An attachment. With `cid`, it is an image that the HTML shows as `cid:…`. */
export interface MailAttachment {
  filename: string
  contentType: string
  content: Buffer
  cid?: string
}

/** An email to be sent. Addresses and names are plain text without line breaks. */
export interface OutgoingMail {
  /** Id in `mails`. Determines the Message-ID, so that all attempts have the same one. */
  mailId: string
  from: { name: string; address: string }
  to: string
  replyTo: string
  subject: string
  html: string
  text: string
  attachments?: readonly MailAttachment[]
  /** URL for one-click unsubscribe (RFC 8058), for emails that allow it. */
  unsubscribeUrl?: string
}

export interface Mailer {
  /** Resolves when the mail server has accepted the email. Rejects with `MailRefused` for a permanent failure. */
  send: (mail: OutgoingMail) => Promise<void>
}

export class MailRefused extends Error {
  override name = 'MailRefused'
}
