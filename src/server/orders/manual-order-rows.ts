import { sql, type Kysely, type Transaction } from 'kysely'
import type { TaxRule } from '#model/taxes.ts'
import type { Database } from '../db/tables.ts'
import { taxRule } from '../taxes/tax-rows.ts'

/** A ticket type as its promoter sells it by hand: whether it is on sale to the public doesn't matter. */
export interface ManualLineRow {
  ticketTypeId: string
  name: string
  priceCents: number
  eventId: string
  eventTitle: string
  eventStatus: 'draft' | 'published' | 'cancelled'
  currency: string
  tax: TaxRule | null
}

export async function listManualLines(
  db: Kysely<Database>,
  find: { promoterId: string; ticketTypeIds: readonly string[] },
): Promise<ManualLineRow[]> {
  const { rows } = await sql<ManualLineRow>`
    select t.id as "ticketTypeId", t.name, t.price_cents as "priceCents", e.id as "eventId", e.title as "eventTitle",
      e.status as "eventStatus", e.currency, ${taxRule} as tax
    from ticket_types t join events e on e.id = t.event_id
    where t.promoter_id = ${find.promoterId} and t.id = any(${find.ticketTypeIds}::uuid[])`.execute(db)
  return rows
}

/** Until the end of the transaction: of two requests with one key the second sees what the first has done. */
export async function lockOrderKey(trx: Transaction<Database>, cartId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${cartId}, 0))`.execute(trx)
}
