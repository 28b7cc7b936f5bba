import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
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

export function listOrderLines(db: Db, orderIds: readonly string[]): Promise<OrderLineRow[]> {
  return queryRows<OrderLineRow>(db)`
    select i.order_id as "orderId", e.title as "eventTitle", e.starts_at as "eventStartsAt", e.time_zone as "timeZone", i.name,
      i.quantity, i.price_cents as "priceCents", i.discount_cents as "discountCents", i.ticket_fee_cents as "ticketFeeCents",
      i.tax_cents as "taxCents"
    from unnest(${orderIds}::uuid[]) with ordinality as place (id, position)
    join order_items i on i.order_id = place.id
    join events e on e.id = i.event_id
    order by place.position, i.position`
}

export async function listOrderItems(db: Db, orderId: string): Promise<OrderItemRow[]> {
  return (await listItemsOfOrders(db, [orderId])).get(orderId) ?? []
}

export async function listItemsOfOrders(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, OrderItemRow[]>> {
  const rows = await queryRows<OrderItemRow & { orderId: string }>(db)`
    select i.order_id as "orderId", i.ticket_type_id as "ticketTypeId", i.event_id as "eventId", i.name, e.title as "eventTitle", e.status as "eventStatus",
      p.status = 'active' as "isPromoterActive", i.quantity, i.price_cents as "priceCents", i.ticket_fee_cents as "ticketFeeCents",
      i.ticket_fee_cents + i.absorbed_fee_cents as "platformShareCents",
      i.discount_cents as "discountCents", i.tax_cents as "taxCents", t.max_per_customer as "maxPerCustomer"
    from order_items i join events e on e.id = i.event_id join ticket_types t on t.id = i.ticket_type_id
      join promoters p on p.id = i.promoter_id
    where i.order_id = any(${orderIds}::uuid[]) order by i.order_id, i.position`
  return Map.groupBy(rows, (row) => row.orderId)
}

export async function listAttendeesOfOrders(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, AttendeeRow[]>> {
  const rows = await queryRows<AttendeeRow & { orderId: string }>(db)`
    select order_id as "orderId", ticket_type_id as "ticketTypeId", first_name as "firstName", last_name as "lastName", email, answers
    from order_attendees where order_id = any(${orderIds}::uuid[]) order by order_id, position`
  return Map.groupBy(rows, (row) => row.orderId)
}

interface OrderReference {
  id: string
  promoterId: string
}

export type NewOrderItem = Omit<
  OrderItemRow,
  'eventTitle' | 'eventStatus' | 'isPromoterActive' | 'maxPerCustomer'
>

export const insertOrderItems = (
  trx: Trx,
  order: OrderReference,
  items: readonly NewOrderItem[],
): Promise<void> => insertItemsOfOrders(trx, [{ order, items }])

export async function insertItemsOfOrders(
  trx: Trx,
  orders: readonly { order: OrderReference; items: readonly NewOrderItem[] }[],
): Promise<void> {
  const items = orders.flatMap((each) =>
    each.items.map((item, position) => ({ ...item, order: each.order, position })),
  )
  await execute(trx)`
    insert into order_items (order_id, position, promoter_id, event_id, ticket_type_id, name, quantity, price_cents, ticket_fee_cents,
      absorbed_fee_cents, discount_cents, tax_cents)
    select v.* from unnest(
      ${items.map((item) => item.order.id)}::uuid[], ${items.map((item) => item.position)}::int[],
      ${items.map((item) => item.order.promoterId)}::uuid[], ${items.map((item) => item.eventId)}::uuid[],
      ${items.map((item) => item.ticketTypeId)}::uuid[], ${items.map((item) => item.name)}::text[],
      ${items.map((item) => item.quantity)}::int[], ${items.map((item) => item.priceCents)}::bigint[],
      ${items.map((item) => item.ticketFeeCents)}::bigint[], ${items.map((item) => item.platformShareCents - item.ticketFeeCents)}::bigint[],
      ${items.map((item) => item.discountCents)}::bigint[], ${items.map((item) => item.taxCents)}::bigint[]
    ) v`
}

export async function insertAttendeesOfOrders(
  trx: Trx,
  orders: readonly { order: OrderReference; attendees: readonly AttendeeRow[] }[],
): Promise<void> {
  const attendees = orders.flatMap((each) =>
    each.attendees.map((attendee, position) => ({ ...attendee, order: each.order, position })),
  )
  if (attendees.length === 0) return
  await execute(trx)`
    insert into order_attendees (order_id, position, promoter_id, ticket_type_id, first_name, last_name, email, answers)
    select v.* from unnest(
      ${attendees.map((each) => each.order.id)}::uuid[], ${attendees.map((each) => each.position)}::int[],
      ${attendees.map((each) => each.order.promoterId)}::uuid[], ${attendees.map((each) => each.ticketTypeId)}::uuid[],
      ${attendees.map((each) => each.firstName)}::text[], ${attendees.map((each) => each.lastName)}::text[],
      ${attendees.map((each) => each.email)}::text[], ${attendees.map((each) => JSON.stringify(each.answers))}::jsonb[]
    ) v`
}
