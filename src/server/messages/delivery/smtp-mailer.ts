import { createTransport } from 'nodemailer'
import type { Clock } from '#server/context.ts'
import { MailRefused, type Mailer, type OutgoingMail } from './mailer.ts'

const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

/** URL parameters to remove, because they could disable TLS. */
const TLS_OPTIONS = ['requireTLS', 'ignoreTLS', 'opportunisticTLS']

/**
 * Returns the connection settings. A `smtp://` URL with a password requires STARTTLS, so that the password is never sent
 * unencrypted.
 */
function connectionOf(url: string, allowsClearText: boolean): { url: string; requireTLS?: true } {
  const address = new URL(url)
  if (allowsClearText || address.password === '') return { url }
  for (const name of TLS_OPTIONS) address.searchParams.delete(name)
  return { url: address.href, requireTLS: true }
}

/** Key for signatures with RSA and SHA-256 (RFC 6376). Receivers find the public key at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  domainName: string
  keySelector: string
  /** Private key in PEM format. */
  privateKey: string
}

/** Adds `List-Unsubscribe-Post` to nodemailer's list, because RFC 8058 (section 4) requires its signature. */
const SIGNED_HEADERS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

/**
 * Creates a mailer that opens a connection for each email. A pool would resend an email after a broken connection, even if
 * the server may have accepted it.
 */
export function createSmtpMailer(parts: {
  url: string
  clock: Clock
  allowsClearText?: boolean
  /** Host name for EHLO; by default, the machine's name. */
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

/** Connects and authenticates. Returns the reason if that fails. */
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
 * True for a 5xx response to the recipient or the message, which is permanent (RFC 5321, section 4.2.1). A 5xx response
 * to the greeting, TLS or authentication isn't permanent.
 */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  'command' in error &&
  /^(RCPT TO|DATA)$/.test(String(error.command))

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
