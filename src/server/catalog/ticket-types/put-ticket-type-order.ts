import type { putTicketTypeOrder as contract } from '#contracts/console/ticket-types.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { changeTicketBoard } from './change-ticket-board.ts'
import { updateTicketTypeOrder } from './managed-type-rows.ts'

export const putTicketTypeOrder: UseCase<typeof contract, PromoterCall> = (
  context,
  { params, body, promoterId, actor },
) =>
  changeTicketBoard(context, { promoterId, actor, eventId: params.id }, async (board) => {
    const { trx, event, before } = board
    const { ids } = body
    const current = before.ticketTypes.map((type) => type.id)
    if (ids.toSorted().join() !== current.toSorted().join()) return fail('EDIT_CONFLICT', { current })
    await updateTicketTypeOrder(trx, { promoterId, eventId: event.id, ids })
    const names = new Map(before.ticketTypes.map((type) => [type.id, type.name]))
    const orderByName = (order: readonly string[]) => ({ order: order.map((id) => names.get(id)) })
    await board.record({
      action: 'ticket_type.ordered',
      subject: { id: event.id, name: event.title },
      before: orderByName(current),
      after: orderByName(ids),
    })
    return succeed({ ids })
  })
