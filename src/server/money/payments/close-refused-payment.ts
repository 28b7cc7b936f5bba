import type { Trx } from '#server/platform/db/query.ts'
import { changeOrderStatus, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { releasePromoUse } from '#server/sales/promo/promo-rows.ts'

/** Closes an order whose payment can't be accepted. A pending order expires first, which releases its promo code. */
export async function closeOrderOfRefusedPayment(
  trx: Trx,
  order: OrderRow,
  to: 'expired' | 'refunded',
): Promise<void> {
  const wasPending = order.status === 'pending'
  const [closed] = await changeOrderStatus(trx, { orderIds: [order.id], to: wasPending ? 'expired' : to })
  if (closed && wasPending && order.promoCodeId) await releasePromoUse(trx, [order.promoCodeId])
  if (wasPending && to === 'refunded') await changeOrderStatus(trx, { orderIds: [order.id], to })
}
