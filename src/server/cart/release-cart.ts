import type { ErrorCode } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { transact } from '../db/transact.ts'
import { listHolds, lockCart, lockInventory, removeCart, writeCounters } from '../inventory/hold-rows.ts'
import { dropOpenOrder } from '../orders/drop-open-order.ts'

/** Gives everything back that a cart holds and forgets the cart. A cart that isn't there is released already. */
export const releaseCart = (context: Context, cartId: string): Promise<Result<null, ErrorCode>> =>
  transact<null, ErrorCode>(context.db, async (trx) => {
    const cart = await lockCart(trx, cartId)
    if (!cart) return succeed(null)
    const dropped = await dropOpenOrder(context, trx, cartId)
    if (!dropped.success) return dropped
    const now = context.clock.now()
    const holds = await listHolds(trx, cartId)
    const counters = await lockInventory(trx, {
      ticketTypeIds: holds.map((hold) => hold.ticketTypeId),
      now: new Date(now),
    })
    for (const hold of holds) {
      const row = counters.get(hold.ticketTypeId)
      // A hold whose time has passed was taken out by the lock itself.
      if (row && hold.expiresAt.getTime() > now) row.held -= hold.quantity
    }
    await writeCounters(trx, [...counters.values()])
    await removeCart(trx, cartId)
    return succeed(null)
  })
