import type { Context } from '#server/context.ts'
import { insertIntoMailbox } from './mailbox-rows.ts'
import type { Mailer } from './mailer.ts'
import { hasMailbox } from './may-read-mailbox.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

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
    })
  if (!hasMailbox(config)) return undefined
  return { send: (mail) => insertIntoMailbox(db, mail, new Date(clock.now())) }
}
