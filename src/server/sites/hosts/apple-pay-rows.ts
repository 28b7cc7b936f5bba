import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

export async function findAppleAssociation(db: Kysely<Database>, promoterId: string): Promise<string> {
  const row = await db
    .selectFrom('sites')
    .select('apple_pay_association')
    .where('promoter_id', '=', promoterId)
    .executeTakeFirst()
  return row?.apple_pay_association ?? ''
}
