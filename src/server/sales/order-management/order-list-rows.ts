import type { ManualPayment } from '#contracts/console/orders/order-detail.ts'
import type { OrderRowView } from '#contracts/console/orders/orders.ts'
import type { Answers } from '#model/sales/answers.ts'
import { toMajor } from '#model/platform/money.ts'
import type { OrderStatus } from '#model/sales/orders.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { needsAttention } from './order-filter-rows.ts'
import { displayedOrderStatus } from '#server/sales/orders/order-view.ts'

export interface OrderListRow {
  id: string
  number: string
  status: OrderStatus
  needsAttention: boolean
  takenOutside: ManualPayment | null
  firstName: string
  lastName: string
  email: string
  phone: string | null
  tickets: number
  events: string[]
  subtotalCents: number
  discountCents: number
  feesCents: number
  deliveryFeeCents: number
  taxCents: number
  totalCents: number
  /** Part of the total that vouchers pay. */
  voucherCents: number
  refundedCents: number
  /** True for an order of a voucher. */
  isOfVoucher: boolean
  currency: string
  promoCode: string | null
  linkName: string | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
  answers: Answers
}

export function readOrderList(
  db: Db,
  find: { promoterId: string; places: readonly ListPosition[] },
): Promise<OrderListRow[]> {
  return queryRows<OrderListRow>(db)`
    select o.id, o.number, o.status, ${needsAttention} as "needsAttention", o.taken_outside as "takenOutside",
      o.first_name as "firstName", o.last_name as "lastName", o.email, o.phone,
      (select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = o.id) as tickets,
      array(select e.title from events e where e.id in (select i.event_id from order_items i where i.order_id = o.id)
        order by e.starts_at, e.id) as events,
      o.subtotal_cents as "subtotalCents", o.discount_cents as "discountCents",
      o.ticket_fees_cents + o.order_fees_cents as "feesCents", o.delivery_fee_cents as "deliveryFeeCents",
      o.tax_cents as "taxCents", o.total_cents as "totalCents", o.voucher_cents as "voucherCents",
      exists (select from voucher_sales s where s.order_id = o.id) as "isOfVoucher", o.refunded_cents as "refundedCents", o.currency,
      o.promo_code as "promoCode", (select l.name from tracking_links l where l.id = o.tracking_link_id) as "linkName",
      o.created_at as "createdAt", o.expires_at as "expiresAt", o.paid_at as "paidAt", o.answers
    from unnest(${find.places.map(({ id }) => id)}::uuid[]) with ordinality as place (id, position)
    join orders o on o.id = place.id and o.promoter_id = ${find.promoterId}
    order by place.position`
}

export const viewOrderListRow = (row: OrderListRow, now: number): OrderRowView => ({
  id: row.id,
  number: row.number,
  status: displayedOrderStatus(row, now),
  needsAttention: row.needsAttention,
  takenOutside: row.takenOutside,
  buyer: { name: `${row.firstName} ${row.lastName}`.trim(), email: row.email },
  tickets: row.tickets,
  events: row.events,
  isOfVoucher: row.isOfVoucher,
  total: toMajor(row.totalCents, row.currency),
  refunded: toMajor(row.refundedCents, row.currency),
  currency: row.currency,
  promoCode: row.promoCode,
  createdAt: row.createdAt.toISOString(),
})
