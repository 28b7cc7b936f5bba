import type { Quote } from '#model/pricing/quote.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { extendHoldsForOrders } from '#server/catalog/inventory/sale-rows.ts'
import { insertOrderTaxes } from '#server/pricing/taxes/tax-rows.ts'
import { insertOrderLegalTexts } from '#server/sales/orders/order-legal-rows.ts'
import { insertAttendeesOfOrders, insertItemsOfOrders } from '#server/sales/orders/order-line-rows.ts'
import { insertOrders, type OrderRow, type OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { insertOrderReturnRules } from '#server/sales/orders/return-rule-rows.ts'
import type { ReservedVouchers } from '#server/sales/vouchers/reserve-vouchers.ts'
import { insertOrderVouchers } from '#server/sales/vouchers/voucher-rows.ts'
import type { ValidatedOrder } from './price-order.ts'

/** `view` is set when all data for the response is already loaded; `repeated` is set when the order already existed. */
export interface PlacedOrder {
  orderId: string
  repeated?: OrderRow
  view?: OrderViewRow
}

export interface NewOrder {
  order: OrderRow
  items: OrderViewRow['items']
  checked: ValidatedOrder
  price: Quote
  uses: ReservedVouchers['uses']
}

export const needsPayment = ({ order }: NewOrder): boolean => order.totalCents > order.voucherCents

/** Writes all orders of a transaction. `now`: time at which they were placed. */
export function writeOrders(trx: PipelinedTransaction, placed: readonly NewOrder[], now: Date): void {
  trx.send(
    insertOrders(
      trx,
      placed.map(({ order }) => order),
    ),
    insertItemsOfOrders(trx, placed),
    ...placed.map(({ order, uses }) => insertOrderVouchers(trx, order, uses)),
    insertOrderReturnRules(
      trx,
      placed.map(({ order }) => order.id),
    ),
    insertOrderTaxes(
      trx,
      placed.map(({ order, price }) => ({ ...order, taxes: price.tax.rates })),
    ),
    insertAttendeesOfOrders(
      trx,
      placed.map(({ order, checked }) => ({ order, attendees: checked.answered.attendees })),
    ),
    insertOrderLegalTexts(
      trx,
      placed.map(({ order, checked }) => ({ ...order, legalTextIds: checked.legalTextIds })),
    ),
  )
  // The inventory's lock is the most contended, so it is taken last.
  const carts = placed.map(({ order: { cartId, expiresAt }, checked }) => ({
    cartId,
    expiresAt,
    lines: checked.purchase.lines,
  }))
  trx.send(...extendHoldsForOrders(trx, carts, now))
}

export function toPlacedOrder({ order, items, uses, price }: NewOrder): PlacedOrder {
  const shown = { items, tickets: [], paymentStatus: null, vouchers: uses, taxes: price.tax.rates }
  return { orderId: order.id, view: { ...order, linkId: order.id, ...shown } }
}
