import type { Context } from '#server/context.ts'
import { composeMail } from '#server/messages/composing/compose-mail.ts'
import type { Mailer } from './mailer.ts'
import { lockWaitingMail, markMailSent } from '#server/platform/outbox/mail-rows.ts'

/**
 * Sends an email. Its row stays locked until the mail server has responded, so that no other process sends it. It is sent
 * twice, with the same Message-ID, only if the process dies between the response and the commit.
 */
export async function sendMail(
  context: Context,
  send: { mailId: string; mailer: Mailer; port: number },
): Promise<void> {
  const { mailId, mailer, port } = send
  await context.db.transaction().execute(async (trx) => {
    const row = await lockWaitingMail(trx, mailId)
    if (!row) return
    const mail = await composeMail(context, row, port)
    if (mail) await mailer.send(mail)
    const now = new Date(context.clock.now())
    await markMailSent(trx, { mailId, now, ...(mail ? { to: mail.to, subject: mail.subject } : {}) })
  })
}
