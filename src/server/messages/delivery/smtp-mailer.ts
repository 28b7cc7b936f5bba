import { createTransport } from 'nodemailer'
import type { Clock } from '#server/context.ts'
import { MailRefused, type Mailer, type OutgoingMail } from './mailer.ts'

const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

/** URL parameters that are removed, because they could disable TLS. */
const TLS_OPTIONS = ['requireTLS', 'ignoreTLS', 'opportunisticTLS']

/** With a password, `smtp://` URLs require STARTTLS, so that the password is never sent unencrypted. */
function connectionOf(url: string, allowsClearText: boolean): { url: string; requireTLS?: true } {
  const address = new URL(url)
  if (allowsClearText || address.password === '') return { url }
  for (const name of TLS_OPTIONS) address.searchParams.delete(name)
  return { url: address.href, requireTLS: true }
}

/** Signs with RSA and SHA-256 (RFC 6376); receivers look the public key up at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  domainName: string
  keySelector: string
  /** PEM. */
  privateKey: string
}

/** nodemailer's list lacks `List-Unsubscribe-Post`, which RFC 8058 (section 4) requires to be signed. */
const SIGNED_HEADERS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

/**
 * Opens a connection for each email. A pool would resend an email after a broken connection, even if the server may have
 * accepted it.
 */
export function createSmtpMailer(parts: {
  url: string
  clock: Clock
  allowsClearText?: boolean
  /** Host name for EHLO; the machine's when missing. */
  ownName?: string | undefined
  dkim?: DkimKey | undefined
  patience?: Partial<typeof PATIENCE>
}): Mailer {
  const { url, clock, allowsClearText = false, ownName, dkim, patience = {} } = parts
  const transport = createTransport(
    {
      ...connectionOf(url, allowsClearText),
      ...PATIENCE,
      ...patience,
      ...(ownName && { name: ownName }),
      ...(dkim && { dkim: { ...dkim, headerFieldNames: SIGNED_HEADERS } }),
    },
    { disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(toMessage(mail, clock))
      } catch (error) {
        throw isFinal(error) ? new MailRefused(sentenceOf(error), { cause: error }) : error
      }
    },
  }
}

/** Connects and signs in. Returns the reason when that fails. */
export async function checkSmtp(url: string, allowsClearText: boolean): Promise<string | undefined> {
  const transport = createTransport({ ...connectionOf(url, allowsClearText), ...PATIENCE })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return sentenceOf(error)
  }
}

const toMessage = (mail: OutgoingMail, clock: Clock) => ({
  from: mail.from,
  to: { name: '', address: mail.to },
  ...(mail.replyTo ? { replyTo: { name: mail.from.name, address: mail.replyTo } } : {}),
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  attachments: mail.attachments?.map((each) => ({ ...each })) ?? [],
  date: new Date(clock.now()),
  messageId: `<${mail.mailId}@${mail.from.address.split('@').at(-1) ?? 'localhost'}>`,
  // Prevents automatic replies (RFC 3834).
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(mail.unsubscribeUrl === undefined ? {} : unsubscribeHeaders(mail.unsubscribeUrl)),
  },
})

/** One-click unsubscribe requires HTTPS (RFC 8058, section 3.1). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  ...(url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
})

/**
 * A 5xx response to the recipient or the message is permanent (RFC 5321, section 4.2.1). One to the greeting, TLS or
 * authentication isn't.
 */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  'command' in error &&
  /^(RCPT TO|DATA)$/.test(String(error.command))

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
