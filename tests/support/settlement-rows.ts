import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** Inserts a bank transfer to the promoter without ledger entries, and returns its id. */
export async function insertSettlement(
  db: Kysely<Database>,
  settlement: { promoterId: string; number: number; at: Date; status?: string; amountCents?: number },
): Promise<string> {
  const { promoterId, number, at, status = 'open', amountCents = 500 } = settlement
  const id = crypto.randomUUID()
  const endedAt = status === 'open' ? null : at
  await db
    .insertInto('settlements')
    .values({
      id,
      promoter_id: promoterId,
      number,
      status,
      currency: 'EUR',
      amount_cents: amountCents,
      promoter_cents: amountCents,
      taxes_cents: 0,
      method: 'bank',
      opening_balance_cents: 0,
      closing_balance_cents: 0,
      not_due_cents: 0,
      reserve_cents: 0,
      sent_at: endedAt,
      finished_at: endedAt,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}
