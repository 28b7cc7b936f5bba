import { createTransport } from 'nodemailer'
import type { Clock } from '#server/context.ts'
import { MailRefused, type Mailer, type OutgoingMail } from './mailer.ts'

const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
}

/** URL parameters that could disable TLS. */
const TLS_OPTIONS = ['requireTLS', 'ignoreTLS', 'opportunisticTLS']

/** With a password, `smtp://` requires STARTTLS, so that the password is never sent unencrypted. */
function connectionOf(url: string, allowsClearText: boolean): { url: string; requireTLS?: true } {
  const address = new URL(url)
  if (allowsClearText || address.password === '') return { url }
  for (const name of TLS_OPTIONS) address.searchParams.delete(name)
  return { url: address.href, requireTLS: true }
}

/** One connection per email: a pool would resend after a broken connection, though the server may have accepted it. */
export function createSmtpMailer(parts: {
  url: string
  clock: Clock
  allowsClearText?: boolean
  patience?: Partial<typeof PATIENCE>
}): Mailer {
  const { url, clock, allowsClearText = false, patience = {} } = parts
  const transport = createTransport(
    { ...connectionOf(url, allowsClearText), ...PATIENCE, ...patience },
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

const toMessage = (mail: OutgoingMail, clock: Clock) => ({
  from: mail.from,
  to: { name: '', address: mail.to },
  ...(mail.replyTo ? { replyTo: { name: mail.from.name, address: mail.replyTo } } : {}),
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  date: new Date(clock.now()),
  messageId: `<${mail.mailId}@${mail.from.address.split('@').at(-1) ?? 'localhost'}>`,
  // RFC 3834: prevents automatic replies.
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

/** 5xx to recipient or message is permanent (RFC 5321, section 4.2.1); to greeting, TLS or authentication it isn't. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  'command' in error &&
  /^(RCPT TO|DATA)$/.test(String(error.command))

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
