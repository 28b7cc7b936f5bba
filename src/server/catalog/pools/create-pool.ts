import type { createPool as contract } from '#contracts/console/ticket-types.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { OVERSOLD_CONSTRAINT, changeTicketBoard } from '#server/catalog/ticket-types/change-ticket-board.ts'
import { insertPoolRow } from './pool-rows.ts'
import { findBoardPool, poolAuditState, writePool } from './write-pool.ts'

export const createPool: UseCase<typeof contract, PromoterCall> = (
  context,
  { params, body, promoterId, actor },
) =>
  changeTicketBoard(
    context,
    { promoterId, actor, eventId: params.id, rules: OVERSOLD_CONSTRAINT },
    async (board) => {
      const id = crypto.randomUUID()
      await insertPoolRow(board.trx, { ...body, promoterId, eventId: board.event.id, id })
      const refused = await writePool(board, { id, fields: body })
      if (refused) return refused
      const after = await board.read()
      const pool = findBoardPool(after, id)
      if (!pool) throw new Error('The inserted shared capacity was not found.')
      await board.record({
        action: 'capacity_pool.created',
        subject: { id, name: pool.name },
        after: poolAuditState(after, pool),
      })
      return succeed({ pool })
    },
  )
