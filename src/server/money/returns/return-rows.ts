import type { Shares } from '#model/money/ledger.ts'
import { execute, queryRow, type Db, type Trx } from '#server/platform/db/query.ts'

export async function lockTicketsOfOrder(trx: Trx, orderId: string): Promise<void> {
  await execute(trx)`select from tickets where order_id = ${orderId} order by id for update`
}

export async function insertTicketReturn(
  trx: Trx,
  ticketReturn: { refundId: string; promoterId: string; orderId: string; kept: Shares },
): Promise<void> {
  const { refundId, promoterId, orderId, kept } = ticketReturn
  await execute(trx)`
    insert into ticket_returns (refund_id, promoter_id, order_id, kept_promoter_cents, kept_taxes_cents, kept_fees_cents, kept_platform_cents)
    values (${refundId}, ${promoterId}, ${orderId}, ${kept.promoterCents}, ${kept.taxesCents}, ${kept.feesCents}, ${kept.platformCents})`
}

export async function markReturned(
  trx: Trx,
  { ticketIds, now }: { ticketIds: readonly string[]; now: Date },
): Promise<void> {
  await execute(trx)`update tickets set returned_at = ${now} where id = any(${ticketIds}::uuid[])`
}

/** Returns the buyer's return that a refund belongs to. Undefined for other refunds. */
export function findTicketReturn(
  db: Db,
  refundId: string,
): Promise<{ tickets: number; keptCents: number; currency: string } | undefined> {
  return queryRow<{ tickets: number; keptCents: number; currency: string }>(db)`
    select (select count(*)::int from refund_tickets rt where rt.refund_id = t.refund_id) as tickets,
      t.kept_promoter_cents + t.kept_taxes_cents + t.kept_fees_cents as "keptCents", o.currency
    from ticket_returns t join orders o on o.id = t.order_id where t.refund_id = ${refundId}`
}

/** Sums a promoter's refunds that aren't in the ledger yet, in minor units. */
export async function sumPendingRefunds(
  db: Db,
  { promoterId, currency }: { promoterId: string; currency: string },
): Promise<number> {
  const row = await queryRow<{ cents: number }>(db)`
    select coalesce(sum(r.amount_cents), 0)::bigint as cents from refunds r join orders o on o.id = r.order_id
    where r.promoter_id = ${promoterId} and r.status = 'pending' and o.currency = ${currency}`
  return row?.cents ?? 0
}
