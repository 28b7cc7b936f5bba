import { PAYMENT_LIFETIME_MS, paymentExpiry } from '#model/catalog/inventory/inventory.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { listHolds, lockCart } from '#server/catalog/inventory/hold-rows.ts'
import { extendHoldsForPayment } from '#server/catalog/inventory/sale-rows.ts'
import { extendOrder, type OrderRow } from '#server/sales/orders/order-rows.ts'

/**
 * Extends an order and its hold during the payment. Doesn't extend an expired order, because its tickets may have been sold.
 * The caller must hold the locks of cart and order.
 */
export async function keepHoldForPayment(
  trx: PipelinedTransaction,
  order: OrderRow,
  now: Date,
): Promise<void> {
  if (!isHoldTooShort(order, now)) return
  const cart = await lockCart(trx, order.cartId)
  if (!cart) return
  const firstHeldAt = cart.firstHeldAt.getTime()
  const expiresAt = new Date(
    paymentExpiry({ firstHeldAt, expiresAt: order.expiresAt.getTime() }, now.getTime()),
  )
  if (expiresAt <= order.expiresAt) return
  const ticketTypeIds = (await listHolds(trx, order.cartId)).map((hold) => hold.ticketTypeId)
  trx.send(
    extendOrder(trx, { orderId: order.id, expiresAt }),
    ...extendHoldsForPayment(trx, { cartId: order.cartId, ticketTypeIds, expiresAt, now }),
  )
}

/** True for a pending order that could expire during its payment. */
export function isHoldTooShort(order: OrderRow, now: Date): boolean {
  const leftMs = order.expiresAt.getTime() - now.getTime()
  return order.status === 'pending' && leftMs > 0 && leftMs < PAYMENT_LIFETIME_MS
}
