/** A mail that is ready to go. Addresses and names are plain text, without line breaks. */
export interface OutgoingMail {
  /** The row of `mails` that it is made from: its Message-ID is the same however often it is tried. */
  mailId: string
  from: { name: string; address: string }
  to: string
  replyTo: string
  subject: string
  html: string
  text: string
  /** Where a mail program stops such mails with one click (RFC 8058), for those that somebody can stop. */
  unsubscribeUrl?: string
}

/** The way out. */
export interface Mailer {
  /** Resolves when somebody else answers for the mail. Rejects with `MailRefused` when it is no use to try again. */
  send: (mail: OutgoingMail) => Promise<void>
}

/** The mail server won't have this mail, now or later. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
