import { isIP } from 'node:net'
import type { Context } from '#server/context.ts'
import { insertMailboxMail } from './mailbox-rows.ts'
import type { Mailer } from './mailer.ts'
import { readDkimKey } from './read-dkim-key.ts'
import { hasMailbox } from './mailbox-access.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** True for a public name. Mail servers distrust an EHLO with a local name or an IP address. */
const isPublicName = (host: string): boolean =>
  host.includes('.') && isIP(host) === 0 && !host.startsWith('[') && !host.endsWith('.localhost')

export function createMailer({
  config,
  db,
  clock,
}: Pick<Context, 'config' | 'db' | 'clock'>): Mailer | undefined {
  if (config.SMTP_URL)
    return createSmtpMailer({
      url: config.SMTP_URL,
      clock,
      allowsClearText: config.SMTP_CLEARTEXT_PASSWORD === 'on',
      ownName: config.MAIN_HOSTS.find(isPublicName),
      dkim: readDkimKey(config),
    })
  if (!hasMailbox(config)) return undefined
  return { send: (mail) => insertMailboxMail(db, mail, new Date(clock.now())) }
}
