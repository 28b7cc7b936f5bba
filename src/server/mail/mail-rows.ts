import type { Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { MailFact } from './mail-facts.ts'

/** Writes what is to be told, in the transaction of the fact. A fact that is there already is not told again. */
export async function writeMails(db: Kysely<Database>, facts: readonly MailFact[], now: Date): Promise<void> {
  if (facts.length === 0) return
  await db
    .insertInto('mails')
    .values(
      facts.map(({ fact, kind, payload, origin, promoterId }) => ({
        fact,
        kind,
        payload: JSON.stringify(payload),
        origin,
        promoter_id: promoterId,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('fact').doNothing())
    .execute()
}
