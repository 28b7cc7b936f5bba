import type { Trx } from '#server/platform/db/query.ts'
import { listHeldTicketTypes, lockInventory, removeCart, writeCounters } from './hold-rows.ts'

/**
 * Deletes a cart and releases its holds. `alsoLock`: ticket types whose inventory the caller changes afterwards. The caller
 * must have locked the cart, if it still exists.
 */
export async function deleteLockedCart(
  trx: Trx,
  deletion: { cartId: string; now: Date; alsoLock?: readonly string[] },
): Promise<void> {
  const { cartId, now, alsoLock = [] } = deletion
  const ticketTypeIds = [...alsoLock, ...(await listHeldTicketTypes(trx, [cartId]))]
  const { counters, holds } = await lockInventory(trx, { cartId, ticketTypeIds, now })
  for (const hold of holds) {
    const row = counters.get(hold.ticketTypeId)
    if (row) row.held -= hold.quantity
  }
  await writeCounters(trx, [...counters.values()])
  await removeCart(trx, cartId, now)
}
