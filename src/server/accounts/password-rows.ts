import type { Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'

export async function findPasswordHash(db: Kysely<Database>, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.password_hash
}
