import { sql, type RawBuilder } from 'kysely'
import type { ManualPayment } from '#contracts/console/orders/order-detail.ts'
import { orderStatusesBefore, type OrderStatus } from '#model/sales/orders.ts'
import type { PaymentStatus } from '#model/money/payments.ts'
import type { RateTotal } from '#model/pricing/taxes.ts'
import { codesAppearAtSeconds } from '#server/catalog/codes/code-rows.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { skipLockedUnless, type Locking } from '#server/platform/db/batches/transaction-batcher.ts'
import type { Remittance } from '#model/pricing/platform-terms.ts'
import { orderTaxes } from '#server/pricing/taxes/tax-rows.ts'
import { remittanceSql } from '#server/pricing/terms/terms-rows.ts'
import { issuedAtSeconds, type TicketRow } from '#server/sales/tickets/ticket-rows.ts'

export interface OrderRow extends Remittance {
  id: string
  number: string
  promoterId: string
  cartId: string
  idempotencyKey: string
  status: OrderStatus
  currency: string
  subtotalCents: number
  discountCents: number
  ticketFeesCents: number
  orderFeesCents: number
  deliveryFeeCents: number
  /** The platform's share by the order's terms, independent of the fees that the buyer was charged. */
  platformShareCents: number
  taxCents: number
  taxIncluded: boolean
  roundingCents: number
  totalCents: number
  /** Part of the total that vouchers pay. The payment is for the rest. */
  voucherCents: number
  /** Refunded amount, including pending refunds. */
  refundedCents: number
  promoCodeId: string | null
  promoCode: string | null
  firstName: string
  lastName: string
  email: string
  phone: string | null
  delivery: unknown
  answers: unknown
  tracking: unknown
  trackingLinkId: string | null
  trackedAt: Date | null
  /** Account that was signed in at checkout. Used only for the limit per customer. */
  buyerAccountId: string | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
  /** Payment method of a manual order; null for all others. */
  takenOutside: ManualPayment | null
  /** The platform's terms for the order. Null when there are none in its currency, and for manual orders. */
  termsId: number | null
}

/** Columns of `OrderRow`. Expects an order as `o`. */
export const orderColumns = sql`
  o.id, o.number, o.promoter_id as "promoterId", o.cart_id as "cartId", o.idempotency_key as "idempotencyKey", o.status, o.currency,
  o.subtotal_cents as "subtotalCents", o.discount_cents as "discountCents", o.ticket_fees_cents as "ticketFeesCents",
  o.order_fees_cents as "orderFeesCents", o.delivery_fee_cents as "deliveryFeeCents", o.tax_cents as "taxCents",
  o.ticket_fees_cents + o.order_fees_cents + o.absorbed_fees_cents as "platformShareCents", o.tax_included as "taxIncluded", o.rounding_cents as "roundingCents", o.total_cents as "totalCents", o.voucher_cents as "voucherCents", o.refunded_cents as "refundedCents",
  o.promo_code_id as "promoCodeId", o.promo_code as "promoCode", o.first_name as "firstName", o.last_name as "lastName",
  o.email, o.phone, o.delivery, o.answers, o.tracking,
  o.tracking_link_id as "trackingLinkId", o.tracked_at as "trackedAt", o.buyer_account_id as "buyerAccountId", o.created_at as "createdAt", o.expires_at as "expiresAt",
  o.paid_at as "paidAt", o.taken_outside as "takenOutside", o.terms_id as "termsId", ${remittanceSql}`

export function findOrderRow(db: Db, orderId: string): Promise<OrderRow | undefined> {
  return queryRow<OrderRow>(db)`select ${orderColumns} from orders o where o.id = ${orderId}`
}

export function lockOrder(trx: Trx, orderId: string): Promise<OrderRow | undefined> {
  return queryRow<OrderRow>(trx)`select ${orderColumns} from orders o where o.id = ${orderId} for update`
}

/** Locks orders in the order of their ids. Without `waits`, skips locked ones. */
export async function lockOrders(
  trx: Trx,
  orderIds: readonly string[],
  { waits }: Locking,
): Promise<Map<string, OrderRow>> {
  const rows = await queryRows<OrderRow>(trx)`
    select ${orderColumns} from orders o where o.id = any(${orderIds}::uuid[])
    order by o.id for update ${skipLockedUnless(waits)}`
  return new Map(rows.map((order) => [order.id, order]))
}

export interface OrderKey {
  cartId: string
  idempotencyKey: string
}

export const findOrderByKey = async (db: Db, key: OrderKey): Promise<OrderRow | undefined> =>
  (await listOrdersByKey(db, [key])).get(key.cartId)

/** Returns the orders with these keys, by cart id. Each cart may occur only once. */
export async function listOrdersByKey(db: Db, keys: readonly OrderKey[]): Promise<Map<string, OrderRow>> {
  const rows = await queryRows<OrderRow>(db)`
    select ${orderColumns}
    from unnest(${keys.map((key) => key.cartId)}::uuid[], ${keys.map((key) => key.idempotencyKey)}::text[]) key (cart_id, idempotency_key)
    join orders o on o.cart_id = key.cart_id and o.idempotency_key = key.idempotency_key`
  return new Map(rows.map((order) => [order.cartId, order]))
}

export async function changeOrderStatus(
  trx: Trx,
  change: { orderIds: readonly string[]; to: OrderStatus; paidAt?: Date },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(trx)`
    update orders set status = ${change.to}, paid_at = coalesce(${change.paidAt ?? null}::timestamptz, paid_at)
    where id = any(${change.orderIds}) and status = any(${orderStatusesBefore(change.to)}) returning id`
  return rows.map((row) => row.id)
}

export async function extendOrder(trx: Trx, extension: { orderId: string; expiresAt: Date }): Promise<void> {
  await execute(trx)`
    update orders set expires_at = ${extension.expiresAt} where id = ${extension.orderId} and status = 'pending'`
}

export const insertOrder = (trx: Trx, order: OrderRow): Promise<void> => insertOrders(trx, [order])

export async function insertOrders(trx: Trx, orders: readonly OrderRow[]): Promise<void> {
  const all = <Value>(pick: (order: OrderRow) => Value): Value[] => orders.map(pick)
  await execute(trx)`
    insert into orders (id, number, promoter_id, cart_id, idempotency_key, status, currency, subtotal_cents, discount_cents,
      ticket_fees_cents, order_fees_cents, delivery_fee_cents, absorbed_fees_cents, tax_cents, tax_included, rounding_cents,
      total_cents, voucher_cents, promo_code_id, promo_code, first_name, last_name, email, phone, delivery, answers, tracking, tracking_link_id, tracked_at,
      created_at, expires_at, taken_outside, terms_id, buyer_account_id)
    select v.id, v.number, v.promoter_id, v.cart_id, v.idempotency_key, v.status, v.currency, v.subtotal, v.discount,
      v.ticket_fees, v.order_fees, v.delivery_fee, v.absorbed_fees, v.tax, v.tax_included, v.rounding,
      v.total, v.voucher, v.promo_code_id, v.promo_code, v.first_name, v.last_name, v.email, v.phone, v.delivery, v.answers, v.tracking, v.link_id, v.tracked_at,
      v.created_at, v.expires_at, v.taken_outside, v.terms_id, (select a.id from accounts a where a.id = v.account_id)
    from unnest(
      ${all((order) => order.id)}::uuid[], ${all((order) => order.number)}::text[], ${all((order) => order.promoterId)}::uuid[],
      ${all((order) => order.cartId)}::uuid[], ${all((order) => order.idempotencyKey)}::text[], ${all((order) => order.status)}::text[],
      ${all((order) => order.currency)}::text[], ${all((order) => order.subtotalCents)}::bigint[], ${all((order) => order.discountCents)}::bigint[],
      ${all((order) => order.ticketFeesCents)}::bigint[], ${all((order) => order.orderFeesCents)}::bigint[],
      ${all((order) => order.deliveryFeeCents)}::bigint[], ${all(absorbedFeesCents)}::bigint[],
      ${all((order) => order.taxCents)}::bigint[], ${all((order) => order.taxIncluded)}::boolean[], ${all((order) => order.roundingCents)}::bigint[],
      ${all((order) => order.totalCents)}::bigint[], ${all((order) => order.voucherCents)}::bigint[], ${all((order) => order.promoCodeId)}::uuid[],
      ${all((order) => order.promoCode)}::text[], ${all((order) => order.firstName)}::text[], ${all((order) => order.lastName)}::text[],
      ${all((order) => order.email)}::text[], ${all((order) => order.phone)}::text[],
      ${all((order) => JSON.stringify(order.delivery))}::jsonb[], ${all((order) => JSON.stringify(order.answers))}::jsonb[],
      ${all((order) => (order.tracking === null ? null : JSON.stringify(order.tracking)))}::jsonb[],
      ${all((order) => order.trackingLinkId)}::uuid[], ${all((order) => order.trackedAt)}::timestamptz[],
      ${all((order) => order.createdAt)}::timestamptz[], ${all((order) => order.expiresAt)}::timestamptz[],
      ${all((order) => order.takenOutside)}::text[], ${all((order) => order.termsId)}::bigint[], ${all((order) => order.buyerAccountId)}::uuid[]
    ) v (id, number, promoter_id, cart_id, idempotency_key, status, currency, subtotal, discount,
      ticket_fees, order_fees, delivery_fee, absorbed_fees, tax, tax_included, rounding,
      total, voucher, promo_code_id, promo_code, first_name, last_name, email, phone, delivery, answers, tracking, link_id, tracked_at,
      created_at, expires_at, taken_outside, terms_id, account_id)`
}

const absorbedFeesCents = (order: OrderRow): number =>
  order.platformShareCents - order.ticketFeesCents - order.orderFeesCents

export interface OrderItemRow {
  ticketTypeId: string
  eventId: string
  name: string
  eventTitle: string
  eventStatus: 'draft' | 'published' | 'cancelled'
  isPromoterActive: boolean
  quantity: number
  priceCents: number
  ticketFeeCents: number
  platformShareCents: number
  /** Parts of the order's discount and taxes that belong to the line. */
  discountCents: number
  taxCents: number
  maxPerCustomer: number | null
}

export type OrderViewRow = OrderRow & {
  items: Omit<OrderItemRow, 'eventStatus' | 'isPromoterActive' | 'maxPerCustomer'>[]
  tickets: TicketRow[]
  paymentStatus: PaymentStatus | null
  /** Vouchers that pay the order, in the order in which they are used. */
  vouchers: { codeEnd: string; amountCents: number }[]
  taxes: RateTotal[]
  /** Id in the order's link: the order's own id until the buyer's email address is corrected. */
  linkId: string
}

export const findOrderView = async (db: Db, orderId: string): Promise<OrderViewRow | undefined> =>
  (await listViews(db, sql`${orderId}`))[0]

export const listOrderViews = (db: Db, orderIds: readonly string[]): Promise<OrderViewRow[]> =>
  listViews(db, sql`any(${orderIds}::uuid[])`)

/** Finds an order by the id of its current or an earlier link. If the returned `linkId` differs, the order has a newer link. */
export const findLinkedOrder = async (db: Db, linkId: string): Promise<OrderViewRow | undefined> =>
  (await listViews(db, orderIdOfLink(linkId)))[0]

/** SQL for the id of the order with this current or earlier link. */
export const orderIdOfLink = (linkId: string): RawBuilder<string> =>
  sql<string>`coalesce((select l.id from orders l where l.link_id = ${linkId}), ${linkId})`

function listViews(db: Db, orderId: RawBuilder<unknown>): Promise<OrderViewRow[]> {
  return queryRows<OrderViewRow>(db)`
    select ${orderColumns}, coalesce(o.link_id, o.id) as "linkId",
      (select coalesce(json_agg(json_build_object('ticketTypeId', i.ticket_type_id, 'eventId', i.event_id, 'name', i.name,
          'eventTitle', e.title, 'quantity', i.quantity, 'priceCents', i.price_cents, 'ticketFeeCents', i.ticket_fee_cents,
          'platformShareCents', i.ticket_fee_cents + i.absorbed_fee_cents,
          'discountCents', i.discount_cents, 'taxCents', i.tax_cents)
          order by i.position), '[]')
        from order_items i join events e on e.id = i.event_id where i.order_id = o.id) as items,
      (select coalesce(json_agg(json_build_object('id', t.id, 'code', t.code, 'ticketTypeId', t.ticket_type_id,
          'eventId', t.event_id, 'holder', t.holder, 'status', case when t.returned_at is null then t.status else 'void' end, 'isReturned', t.returned_at is not null,
          'generation', t.generation,
          'issuedAtSeconds', ${issuedAtSeconds}, 'passedOnTo', (
            select r.first_name from ticket_transfers r
            where r.ticket_id = t.id and r.sender_id is null and r.status = 'accepted'),
          'codeMode', e.code_mode, 'codeAppearsAtSeconds', ${codesAppearAtSeconds}) order by t.position), '[]')
        from tickets t join events e on e.id = t.event_id where t.order_id = o.id) as tickets,
      (select p.status from payments p where p.order_id = o.id) as "paymentStatus",
      (select coalesce(json_agg(json_build_object('codeEnd', v.code_end, 'amountCents', u.amount_cents) order by u.position), '[]')
        from order_vouchers u join vouchers v on v.id = u.voucher_id where u.order_id = o.id) as vouchers,
      ${orderTaxes} as taxes
    from orders o where o.id = ${orderId}`
}

export interface AttendeeRow {
  ticketTypeId: string
  firstName: string
  lastName: string
  email: string
  answers: unknown
}
