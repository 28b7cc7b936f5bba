import { PAYMENT_LIFETIME_MS, paymentExpiry } from '#model/catalog/inventory/inventory.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { listHolds, lockCart } from '#server/catalog/inventory/hold-rows.ts'
import { lengthenHolds } from '#server/catalog/inventory/sale-rows.ts'
import { lengthenOrder, type OrderRow } from '#server/sales/orders/order-rows.ts'

/** An expired order is not extended: its tickets may have been sold. Needs the cart's and order's locks. */
export async function keepHoldForPayment(
  trx: PipelinedTransaction,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const leftMs = order.expiresAt.getTime() - now.getTime()
  if (order.status !== 'pending' || leftMs <= 0 || leftMs >= PAYMENT_LIFETIME_MS) return
  const cart = await lockCart(trx, order.cartId)
  if (!cart) return
  const firstHeldAt = cart.firstHeldAt.getTime()
  const expiresAt = new Date(
    paymentExpiry({ firstHeldAt, expiresAt: order.expiresAt.getTime() }, now.getTime()),
  )
  if (expiresAt <= order.expiresAt) return
  const ticketTypeIds = (await listHolds(trx, order.cartId)).map((hold) => hold.ticketTypeId)
  trx.send(
    lengthenOrder(trx, { orderId: order.id, expiresAt }),
    ...lengthenHolds(trx, { cartId: order.cartId, ticketTypeIds, expiresAt, now }),
  )
}
