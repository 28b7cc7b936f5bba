import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'

/** Until the transaction ends, nobody else puts or removes the file of that name. */
export async function lockUpload(trx: Kysely<Database>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

/** Sets the account's picture (a path, or empty for none) and returns the path of the one before. */
export async function replaceAvatarUrl(
  trx: Kysely<Database>,
  { accountId, avatarUrl, now }: { accountId: string; avatarUrl: string; now: Date },
): Promise<string> {
  const before = await trx
    .selectFrom('accounts')
    .select('avatar_url')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  await trx
    .updateTable('accounts')
    .set({ avatar_url: avatarUrl, updated_at: now })
    .where('id', '=', accountId)
    .execute()
  return before?.avatar_url ?? ''
}

export async function isAvatarUsed(trx: Kysely<Database>, avatarUrl: string): Promise<boolean> {
  const row = await trx
    .selectFrom('accounts')
    .select('id')
    .where('avatar_url', '=', avatarUrl)
    .where('avatar_url', '<>', '')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
