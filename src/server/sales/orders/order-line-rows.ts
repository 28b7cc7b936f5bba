import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import type { AttendeeRow, OrderItemRow } from './order-rows.ts'

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

export async function listOrderItems(db: Kysely<Database>, orderId: string): Promise<OrderItemRow[]> {
  return (await listItemsOfOrders(db, [orderId])).get(orderId) ?? []
}

export async function listItemsOfOrders(
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<Map<string, OrderItemRow[]>> {
  const { rows } = await sql<OrderItemRow & { orderId: string }>`
    select i.order_id as "orderId", i.ticket_type_id as "ticketTypeId", i.event_id as "eventId", i.name, e.title as "eventTitle", e.status as "eventStatus",
      p.status = 'active' as "isPromoterActive", i.quantity, i.price_cents as "priceCents", i.ticket_fee_cents as "ticketFeeCents",
      i.ticket_fee_cents + i.absorbed_fee_cents as "platformShareCents",
      i.discount_cents as "discountCents", i.tax_cents as "taxCents", t.max_per_customer as "maxPerCustomer"
    from order_items i join events e on e.id = i.event_id join ticket_types t on t.id = i.ticket_type_id
      join promoters p on p.id = i.promoter_id
    where i.order_id = any(${orderIds}::uuid[]) order by i.order_id, i.position`.execute(db)
  return Map.groupBy(rows, (row) => row.orderId)
}

export async function listAttendeesOfOrders(
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<Map<string, AttendeeRow[]>> {
  const { rows } = await sql<AttendeeRow & { orderId: string }>`
    select order_id as "orderId", ticket_type_id as "ticketTypeId", first_name as "firstName", last_name as "lastName", email, answers
    from order_attendees where order_id = any(${orderIds}::uuid[]) order by order_id, position`.execute(db)
  return Map.groupBy(rows, (row) => row.orderId)
}
