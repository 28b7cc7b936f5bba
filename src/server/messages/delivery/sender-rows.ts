import type { Db } from '#server/platform/db/query.ts'

export interface StoredSender {
  name: string
  replyTo: string
  siteName: string
  version: number
}

const senders = (db: Db, promoterId: string) =>
  db
    .selectFrom('sites')
    .select([
      'sender_name as name',
      'reply_to as replyTo',
      'site_name as siteName',
      'sender_version as version',
    ])
    .where('promoter_id', '=', promoterId)

/** Returns the sender name and reply address of a promoter's emails. Undefined if the promoter has no site. */
export const findSenderSettings = (db: Db, promoterId: string): Promise<StoredSender | undefined> =>
  senders(db, promoterId).executeTakeFirst()

export const lockSenderSettings = (trx: Db, promoterId: string): Promise<StoredSender | undefined> =>
  senders(trx, promoterId).forNoKeyUpdate().executeTakeFirst()

export async function updateSender(
  trx: Db,
  promoterId: string,
  { name, replyTo, version }: Omit<StoredSender, 'siteName'>,
): Promise<void> {
  await trx
    .updateTable('sites')
    .set({ sender_name: name, reply_to: replyTo, sender_version: version })
    .where('promoter_id', '=', promoterId)
    .execute()
}
