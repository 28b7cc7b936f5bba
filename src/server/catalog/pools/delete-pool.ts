import type { deletePool as contract } from '#contracts/console/ticket-types.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { lockInventory } from '#server/catalog/inventory/hold-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { changeTicketBoard } from '#server/catalog/ticket-types/change-ticket-board.ts'
import { deletePoolRow, findPool, listPoolMembers, movePoolMembers } from './pool-rows.ts'
import { findBoardPool, poolAuditState } from './write-pool.ts'

export const deletePool: UseCase<typeof contract, PromoterCall> = async (
  context,
  { params, promoterId, actor },
) => {
  const { id } = params
  const found = await findPool(context.db, { promoterId, id })
  return changeTicketBoard(context, { promoterId, actor, eventId: found?.eventId }, async (board) => {
    const { trx, before, now } = board
    const current = findBoardPool(before, id)
    if (!current) return fail('NOT_FOUND')
    const ticketTypeIds = await listPoolMembers(trx, [id])
    await lockInventory(trx, { ticketTypeIds, now })
    await movePoolMembers(trx, { promoterId, ticketTypeIds, poolId: null, writing: id })
    await deletePoolRow(trx, { promoterId, id })
    await board.record({
      action: 'capacity_pool.deleted',
      subject: { id, name: current.name },
      before: poolAuditState(before, current),
    })
    return succeed(null)
  })
}
