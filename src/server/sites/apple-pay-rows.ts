import type { Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'

/** What Apple Pay wants to find under a promoter's names; '' when the promoter has none. */
export async function findAppleAssociation(db: Kysely<Database>, promoterId: string): Promise<string> {
  const row = await db
    .selectFrom('sites')
    .select('apple_pay_association')
    .where('promoter_id', '=', promoterId)
    .executeTakeFirst()
  return row?.apple_pay_association ?? ''
}
