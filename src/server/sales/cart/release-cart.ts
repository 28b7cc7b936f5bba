import { succeed, type Result } from '#model/platform/result.ts'
import { isInSiteScope, type SiteScope } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { deleteLockedCart } from '#server/catalog/inventory/delete-locked-cart.ts'
import { lockCart } from '#server/catalog/inventory/hold-rows.ts'
import { cancelPendingOrder } from '#server/sales/orders/cancel-pending-order.ts'
import { lockPendingOrder } from '#server/sales/orders/pending-order-rows.ts'

/**
 * Releases a cart's holds and cancels its pending order. Does nothing for an unknown cart or another promoter's, and when
 * `onlyOrderId` is given but isn't the cart's pending order.
 */
export const releaseCart = (
  context: Context,
  release: { cartId: string; scope: SiteScope; onlyOrderId?: string },
): Promise<Result<null, 'ORDER_IN_PAYMENT'>> =>
  transact<null, 'ORDER_IN_PAYMENT'>(context.db, async (trx) => {
    const { cartId, scope, onlyOrderId } = release
    const cart = await lockCart(trx, cartId)
    if (!cart || !isInSiteScope(scope, cart.promoterId)) return succeed(null)
    if (onlyOrderId && (await lockPendingOrder(trx, cartId))?.id !== onlyOrderId) return succeed(null)
    const dropped = await cancelPendingOrder(context, trx, cartId)
    if (!dropped.success) return dropped
    await deleteLockedCart(trx, { cartId, now: new Date(context.clock.now()) })
    return succeed(null)
  })
