import { UNPAID_MS } from '#model/catalog/inventory/hold-shares.ts'
import type { Context } from '#server/context.ts'
import {
  forgetCarts,
  forgetUnpaid,
  listHeldTicketTypes,
  lockExpiredCarts,
  lockInventory,
  markSwept,
} from '#server/catalog/inventory/hold-rows.ts'
import { lockPendingOrdersOfCarts, moveOrders } from '#server/sales/orders/order-rows.ts'
import { releasePromoUse } from '#server/sales/promo/promo-rows.ts'

const BATCH = 200

const MEMORY_MS = 24 * 3_600_000

/** Returns the number of carts. Safe on all nodes at once: skips locked rows. */
export async function sweepHolds(context: Context): Promise<number> {
  let swept = 0
  for (;;) {
    const count = await sweepBatch(context)
    swept += count
    if (count < BATCH) break
  }
  const before = new Date(context.clock.now() - MEMORY_MS)
  await forgetUnpaid(context.db, new Date(context.clock.now() - 2 * UNPAID_MS))
  await forgetCarts(context.db, { before, limit: BATCH * 10 })
  return swept
}

const sweepBatch = (context: Context): Promise<number> =>
  context.db.transaction().execute(async (trx) => {
    const now = new Date(context.clock.now())
    const cartIds = await lockExpiredCarts(trx, { now, limit: BATCH })
    if (cartIds.length === 0) return 0
    const orders = await lockPendingOrdersOfCarts(trx, cartIds)
    await moveOrders(trx, { orderIds: orders.map((order) => order.id), to: 'expired' })
    await releasePromoUse(
      trx,
      orders.flatMap((order) => (order.promoCodeId ? [order.promoCodeId] : [])),
    )
    await lockInventory(trx, { ticketTypeIds: await listHeldTicketTypes(trx, cartIds), now })
    await markSwept(trx, cartIds)
    return cartIds.length
  })
