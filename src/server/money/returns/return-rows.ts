import { sql, type Kysely, type Transaction } from 'kysely'
import type { Shares } from '#model/money/ledger.ts'
import type { Database } from '#server/platform/db/tables.ts'

type Db = Kysely<Database>
type Trx = Transaction<Database>

export async function lockTicketsOfOrder(trx: Trx, orderId: string): Promise<void> {
  await sql`select from tickets where order_id = ${orderId} order by id for update`.execute(trx)
}

export async function insertTicketReturn(
  trx: Trx,
  made: { refundId: string; promoterId: string; orderId: string; kept: Shares },
): Promise<void> {
  const { refundId, promoterId, orderId, kept } = made
  await sql`
    insert into ticket_returns (refund_id, promoter_id, order_id, kept_promoter_cents, kept_taxes_cents, kept_fees_cents, kept_platform_cents)
    values (${refundId}, ${promoterId}, ${orderId}, ${kept.promoterCents}, ${kept.taxesCents}, ${kept.feesCents}, ${kept.platformCents})`.execute(
    trx,
  )
}

export async function markReturned(
  trx: Trx,
  { ticketIds, now }: { ticketIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`update tickets set returned_at = ${now} where id = any(${ticketIds}::uuid[])`.execute(trx)
}

/** Returns the buyer's return that a refund belongs to. Undefined for other refunds. */
export async function findTicketReturn(
  db: Db,
  refundId: string,
): Promise<{ tickets: number; keptCents: number; currency: string } | undefined> {
  const { rows } = await sql<{ tickets: number; keptCents: number; currency: string }>`
    select (select count(*)::int from refund_tickets rt where rt.refund_id = t.refund_id) as tickets,
      t.kept_promoter_cents + t.kept_taxes_cents + t.kept_fees_cents as "keptCents", o.currency
    from ticket_returns t join orders o on o.id = t.order_id where t.refund_id = ${refundId}`.execute(db)
  return rows[0]
}

/** Sums a promoter's refunds that aren't in the ledger yet, in minor units. */
export async function sumPendingRefunds(
  db: Db,
  { promoterId, currency }: { promoterId: string; currency: string },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(r.amount_cents), 0)::bigint as cents from refunds r join orders o on o.id = r.order_id
    where r.promoter_id = ${promoterId} and r.status = 'pending' and o.currency = ${currency}`.execute(db)
  return rows[0]?.cents ?? 0
}
