import type { Context } from '../context.ts'
import { composeMail } from './compose-mail.ts'
import type { Mailer } from './mailer.ts'
import { lockWaitingMail, markDone } from './mail-rows.ts'

/**
 * Sends the mail of one row, unless that is done. Its lock is held until the mail server has answered, so nobody else sends it
 * meanwhile. Only when this process dies between that answer and the commit is it sent twice, with the same Message-ID.
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
    await markDone(trx, { mailId, now, ...(mail ? { to: mail.to, subject: mail.subject } : {}) })
  })
}
