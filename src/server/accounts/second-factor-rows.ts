import type { Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'

export async function hasAuthenticator(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom('authenticators')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
