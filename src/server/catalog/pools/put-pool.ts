import type { putPool as contract } from '#contracts/console/ticket-types.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { OVERSOLD_CONSTRAINT, changeTicketBoard } from '#server/catalog/ticket-types/change-ticket-board.ts'
import { findPool } from './pool-rows.ts'
import { findBoardPool, poolAuditState, poolVersion, writePool } from './write-pool.ts'

export const putPool: UseCase<typeof contract, PromoterCall> = async (
  context,
  { params, body, promoterId, actor },
) => {
  const { id } = params
  const found = await findPool(context.db, { promoterId, id })
  return changeTicketBoard(
    context,
    { promoterId, actor, eventId: found?.eventId, rules: OVERSOLD_CONSTRAINT },
    async (board) => {
      const { before } = board
      const current = findBoardPool(before, id)
      if (!current) return fail('NOT_FOUND')
      if (current.version !== body.version)
        return fail('EDIT_CONFLICT', { current: poolVersion(before, current) })
      const refused = await writePool(board, { id, fields: body.fields })
      if (refused) return refused
      const after = await board.read()
      const pool = findBoardPool(after, id)
      if (!pool) throw new Error('The updated shared capacity was not found.')
      await board.record({
        action: 'capacity_pool.changed',
        subject: { id, name: pool.name },
        before: poolAuditState(before, current),
        after: poolAuditState(after, pool),
      })
      return succeed({ pool })
    },
  )
}
