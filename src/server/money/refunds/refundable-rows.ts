import type { Shares } from '#model/money/ledger.ts'
import type { RefundableLine, RefundableOrder, RefundableTicket } from '#model/money/refunds.ts'
import { queryRow, queryRows, type Trx } from '#server/platform/db/query.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { sumKeptShares } from './refund-rows.ts'

export interface Refundable extends RefundableOrder {
  tickets: readonly (RefundableTicket & { eventId: string })[]
  returnsFees: boolean
  kept: Shares
}

/**
 * Returns a locked order with its refund terms. Tickets of pending refunds count as void. The caller must hold the order's
 * lock.
 */
export async function findRefundable(trx: Trx, order: OrderRow): Promise<Refundable> {
  const [lines, tickets, promoter, kept] = await Promise.all([
    queryRows<RefundableLine>(trx)`
      select ticket_type_id as "ticketTypeId", quantity, price_cents as "priceCents", ticket_fee_cents as "ticketFeeCents",
        ticket_fee_cents + absorbed_fee_cents as "platformShareCents", discount_cents as "discountCents", tax_cents as "taxCents"
      from order_items where order_id = ${order.id} order by position`,
    queryRows<Refundable['tickets'][number]>(trx)`
      select id, event_id as "eventId", status = 'void' or exists (
        select from refund_tickets rt join refunds r on r.id = rt.refund_id
        where rt.ticket_id = tickets.id and r.status = 'pending') as "isVoid"
      from tickets where order_id = ${order.id} order by position`,
    queryRow<{ returnsFees: boolean }>(trx)`
      select refunds_return_fees as "returnsFees" from promoters where id = ${order.promoterId}`,
    sumKeptShares(trx, order.id),
  ])
  return {
    ...order,
    lines,
    tickets,
    kept,
    returnsFees: promoter?.returnsFees ?? true,
  }
}
