import { UNPAID_HOLDS_WINDOW_MS } from '#model/catalog/inventory/hold-shares.ts'
import type { Context } from '#server/context.ts'
import {
  deleteOldCarts,
  deleteOldUnpaidHolds,
  listHeldTicketTypes,
  lockExpiredCarts,
  lockInventory,
  markCartsSwept,
} from '#server/catalog/inventory/hold-rows.ts'
import { changeOrderStatus } from '#server/sales/orders/order-rows.ts'
import { lockPendingOrdersOfCarts } from '#server/sales/orders/pending-order-rows.ts'
import { releaseEndedShares } from '#server/sales/door-sales/release-ended-shares.ts'
import { releasePromoUse } from '#server/sales/promo/promo-rows.ts'

const BATCH = 200

const MEMORY_MS = 24 * 3_600_000

/**
 * Releases expired holds and shares of ended events, and deletes old carts. Returns the number of carts whose holds
 * expired. Can run on several nodes at once, because it skips locked rows.
 */
export async function sweepHolds(context: Context): Promise<number> {
  let swept = 0
  for (;;) {
    const count = await sweepBatch(context)
    swept += count
    if (count < BATCH) break
  }
  await releaseEndedShares(context)
  const before = new Date(context.clock.now() - MEMORY_MS)
  await deleteOldUnpaidHolds(context.db, new Date(context.clock.now() - 2 * UNPAID_HOLDS_WINDOW_MS))
  await deleteOldCarts(context.db, { before, limit: BATCH * 10 })
  return swept
}

const sweepBatch = (context: Context): Promise<number> =>
  context.db.transaction().execute(async (trx) => {
    const now = new Date(context.clock.now())
    const cartIds = await lockExpiredCarts(trx, { now, limit: BATCH })
    if (cartIds.length === 0) return 0
    const orders = await lockPendingOrdersOfCarts(trx, cartIds)
    await changeOrderStatus(trx, { orderIds: orders.map((order) => order.id), to: 'expired' })
    await releasePromoUse(
      trx,
      orders.flatMap((order) => (order.promoCodeId ? [order.promoCodeId] : [])),
    )
    await lockInventory(trx, { ticketTypeIds: await listHeldTicketTypes(trx, cartIds), now })
    await markCartsSwept(trx, cartIds)
    return cartIds.length
  })
