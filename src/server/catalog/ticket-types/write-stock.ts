import type { Failure } from '#model/platform/result.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { lockInventory } from '#server/catalog/inventory/hold-rows.ts'
import { failCapacityTaken } from './check-fields.ts'
import { updateCapacity } from './managed-type-rows.ts'
import { findPool, listPoolMembers, movePoolMembers } from '#server/catalog/pools/pool-rows.ts'

interface Stock {
  promoterId: string
  id: string
  capacity: number
  poolId: string | null
  now: Date
}

/** Writes a ticket type's capacity and pool. Locks all members of its old and new pool. */
export async function writeTicketTypeStock(
  trx: Trx,
  stock: Stock,
): Promise<Failure<'CAPACITY_TAKEN'> | undefined> {
  const { promoterId, id, capacity, poolId, now } = stock
  const others = poolId === null ? [] : await listPoolMembers(trx, [poolId])
  const { counters } = await lockInventory(trx, { ticketTypeIds: [id, ...others], now })
  const own = counters.get(id)
  if (!own) throw new Error(`Ticket type ${id} has no inventory.`)
  if (own.held + own.sold > capacity) return failCapacityTaken(own)
  await updateCapacity(trx, { promoterId, id, capacity })
  if (own.poolId === poolId) return undefined
  const pool = poolId === null ? undefined : await findPool(trx, { promoterId, id: poolId })
  if (pool) {
    const gone = { held: pool.held + own.held, sold: pool.sold + own.sold }
    if (gone.held + gone.sold > pool.capacity) return failCapacityTaken(gone)
  }
  await movePoolMembers(trx, { promoterId, ticketTypeIds: [id], poolId, writing: id })
  return undefined
}
