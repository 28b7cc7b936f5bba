import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { releasePromoUse } from '#server/sales/promo/promo-rows.ts'
import { changeOrderStatus } from './order-rows.ts'
import { lockPendingOrder, type PendingOrder } from './pending-order-rows.ts'

/**
 * Cancels the cart's pending order and releases its promo code. Fails while the payment is being processed. The caller must
 * have locked the cart.
 */
export const cancelPendingOrder = async (
  context: Context,
  trx: Trx,
  cartId: string,
): Promise<Result<null, 'ORDER_IN_PAYMENT'>> =>
  cancelLockedOrder(context, trx, await lockPendingOrder(trx, cartId))

/** Cancels an order. The caller must have locked it. */
export async function cancelLockedOrder(
  context: Context,
  trx: Trx,
  order: PendingOrder | undefined,
): Promise<Result<null, 'ORDER_IN_PAYMENT'>> {
  if (!order) return succeed(null)
  const lapsed = order.expiresAt.getTime() <= context.clock.now()
  if (order.paymentStatus === 'processing' && !lapsed) return fail('ORDER_IN_PAYMENT')
  await changeOrderStatus(trx, { orderIds: [order.id], to: lapsed ? 'expired' : 'cancelled' })
  if (order.promoCodeId) await releasePromoUse(trx, [order.promoCodeId])
  return succeed(null)
}
