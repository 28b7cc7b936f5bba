import type { TaxRule } from '#model/pricing/taxes.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { taxRule } from '#server/pricing/taxes/tax-rows.ts'

export interface ManualLineRow {
  ticketTypeId: string
  name: string
  priceCents: number
  eventId: string
  eventTitle: string
  eventStatus: 'draft' | 'published' | 'cancelled'
  isPromoterActive: boolean
  currency: string
  tax: TaxRule | null
}

export function listManualLines(
  db: Db,
  find: { promoterId: string; ticketTypeIds: readonly string[] },
): Promise<ManualLineRow[]> {
  return queryRows<ManualLineRow>(db)`
    select t.id as "ticketTypeId", t.name, t.price_cents as "priceCents", e.id as "eventId", e.title as "eventTitle",
      e.status as "eventStatus", p.status = 'active' as "isPromoterActive", e.currency, ${taxRule} as tax
    from ticket_types t join events e on e.id = t.event_id join promoters p on p.id = t.promoter_id
    where t.promoter_id = ${find.promoterId} and t.id = any(${find.ticketTypeIds}::uuid[])`
}

interface RepeatedCall {
  promoterId: string
  idempotencyKey: string
}

/**
 * Locks the idempotency key until the transaction ends, so that the second of two concurrent requests finds the first one's
 * order.
 */
export async function lockOrderKey(trx: Trx, { promoterId, idempotencyKey }: RepeatedCall): Promise<void> {
  await execute(trx)`select pg_advisory_xact_lock(hashtextextended(${`${promoterId} ${idempotencyKey}`}, 0))`
}

export interface ManualOrderRow {
  id: string
  takenOutside: string
  items: { ticketTypeId: string; quantity: number }[]
}

/** Returns the manual order that was created with this key. Never returns an order that a visitor placed. */
export function findManualOrder(
  db: Db,
  find: RepeatedCall & { cartIds: readonly string[] },
): Promise<ManualOrderRow | undefined> {
  return queryRow<ManualOrderRow>(db)`
    select id, taken_outside as "takenOutside", (
      select coalesce(json_agg(json_build_object('ticketTypeId', i.ticket_type_id, 'quantity', i.quantity)), '[]')
      from order_items i where i.order_id = orders.id) as items
    from orders
    where cart_id = any(${find.cartIds}::uuid[]) and idempotency_key = ${find.idempotencyKey}
      and promoter_id = ${find.promoterId} and taken_outside is not null
    order by created_at limit 1`
}
