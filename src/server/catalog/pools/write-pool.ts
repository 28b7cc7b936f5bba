import type { CapacityPool, PoolFields, PoolVersion, TicketBoard } from '#contracts/console/ticket-types.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { Failure } from '#model/platform/result.ts'
import { lockInventory } from '#server/catalog/inventory/hold-rows.ts'
import { failCapacityTaken } from '#server/catalog/ticket-types/check-fields.ts'
import type { LockedTicketBoard } from '#server/catalog/ticket-types/change-ticket-board.ts'
import { listPoolMembers, movePoolMembers, updatePoolRow } from './pool-rows.ts'

/** Writes a pool while all old and new members are locked. */
export async function writePool(
  { trx, promoterId, before, now }: LockedTicketBoard,
  { id, fields }: { id: string; fields: PoolFields },
): Promise<Failure<'VALIDATION_ERROR' | 'CAPACITY_TAKEN'> | undefined> {
  const { name, capacity, ticketTypeIds } = fields
  const known = new Set(before.ticketTypes.map((type) => type.id))
  if (!ticketTypeIds.every((each) => known.has(each)))
    return fail('VALIDATION_ERROR', [
      { path: 'ticketTypeIds', message: 'Choose ticket types of the same event.' },
    ])
  const members = await listPoolMembers(trx, [id])
  const { counters } = await lockInventory(trx, { ticketTypeIds: [...members, ...ticketTypeIds], now })
  const gone = { held: 0, sold: 0 }
  for (const each of new Set(ticketTypeIds)) {
    gone.held += counters.get(each)?.held ?? 0
    gone.sold += counters.get(each)?.sold ?? 0
  }
  if (gone.held + gone.sold > capacity) return failCapacityTaken(gone)
  const leaving = members.filter((each) => !ticketTypeIds.includes(each))
  await movePoolMembers(trx, { promoterId, ticketTypeIds: leaving, poolId: null, writing: id })
  await updatePoolRow(trx, { promoterId, id, name, capacity })
  await movePoolMembers(trx, { promoterId, ticketTypeIds, poolId: id, writing: id })
  return undefined
}

export const findBoardPool = (board: TicketBoard, id: string): CapacityPool | undefined =>
  board.pools.find((pool) => pool.id === id)

const membersOf = (board: TicketBoard, { id }: CapacityPool) =>
  board.ticketTypes.filter((type) => type.poolId === id)

/** The pool in the API's format for EDIT_CONFLICT, with the names of its ticket types. */
export const poolVersion = (board: TicketBoard, pool: CapacityPool): PoolVersion => ({
  ...pool,
  tickets: membersOf(board, pool).map(({ id, name }) => ({ id, name })),
})

export const poolAuditState = (board: TicketBoard, pool: CapacityPool): Record<string, unknown> => ({
  name: pool.name,
  capacity: pool.capacity,
  tickets: membersOf(board, pool).map((type) => type.name),
})
