import { execute, type Db } from '#server/platform/db/query.ts'
import type { OutgoingMail } from './mailer.ts'

const KEPT = 200

export async function insertMailboxMail(db: Db, mail: OutgoingMail, now: Date): Promise<void> {
  await db
    .insertInto('mailbox')
    .values({
      mail_id: mail.mailId,
      from_address: `${mail.from.name} <${mail.from.address}>`,
      to_address: mail.to,
      subject: mail.subject,
      html: withPictures(mail),
      text: mail.text,
      received_at: now,
    })
    .onConflict((conflict) => conflict.column('mail_id').doNothing())
    .execute()
  await execute(db)`
    delete from mailbox where mail_id in (
      select mail_id from mailbox order by received_at desc, mail_id offset ${KEPT}
    )`
}

/** Inlines attached images into the HTML, because the mailbox stores no attachments. */
const withPictures = ({ html, attachments = [] }: OutgoingMail): string =>
  attachments.reduce(
    (shown, { cid, contentType, content }) =>
      cid === undefined
        ? shown
        : shown.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`),
    html,
  )

export interface MailboxRow {
  id: string
  from: string
  to: string
  subject: string
  receivedAt: Date
}

export const listMailboxMails = (db: Db): Promise<MailboxRow[]> =>
  db
    .selectFrom('mailbox')
    .select([
      'mail_id as id',
      'from_address as from',
      'to_address as to',
      'subject',
      'received_at as receivedAt',
    ])
    .orderBy('received_at', 'desc')
    .orderBy('mail_id')
    .execute()

export const findMailboxMail = (
  db: Db,
  id: string,
): Promise<(MailboxRow & { html: string; text: string }) | undefined> =>
  db
    .selectFrom('mailbox')
    .select([
      'mail_id as id',
      'from_address as from',
      'to_address as to',
      'subject',
      'received_at as receivedAt',
      'html',
      'text',
    ])
    .where('mail_id', '=', id)
    .executeTakeFirst()
