import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** A line of an order with its event. Amounts are in minor units and for the whole line, except `priceCents`. */
export interface OrderLineRow {
  orderId: string
  eventTitle: string
  eventStartsAt: Date
  timeZone: string
  name: string
  quantity: number
  priceCents: number
  discountCents: number
  ticketFeeCents: number
  taxCents: number
}

export async function listOrderLines(
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<OrderLineRow[]> {
  const { rows } = await sql<OrderLineRow>`
    select i.order_id as "orderId", e.title as "eventTitle", e.starts_at as "eventStartsAt", e.time_zone as "timeZone", i.name,
      i.quantity, i.price_cents as "priceCents", i.discount_cents as "discountCents", i.ticket_fee_cents as "ticketFeeCents",
      i.tax_cents as "taxCents"
    from unnest(${orderIds}::uuid[]) with ordinality as place (id, position)
    join order_items i on i.order_id = place.id
    join events e on e.id = i.event_id
    order by place.position, i.position`.execute(db)
  return rows
}
