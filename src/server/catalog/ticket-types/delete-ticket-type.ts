import type { deleteTicketType as contract } from '#contracts/console/ticket-types.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { lockInventory } from '#server/catalog/inventory/hold-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { changeTicketBoard, ticketTypeAuditState } from './change-ticket-board.ts'
import { deleteTicketTypeRow, findEventOfTicketType } from './managed-type-rows.ts'

/** Error codes of the foreign keys that prevent deletion while the ticket type is in an order or a cart. */
const TAKEN: Readonly<Record<string, CodeOf<typeof contract>>> = {
  holds_promoter_id_ticket_type_id_fkey: 'TICKET_TYPE_TAKEN',
  order_items_promoter_id_event_id_ticket_type_id_fkey: 'TICKET_TYPE_TAKEN',
  tickets_promoter_id_event_id_ticket_type_id_fkey: 'TICKET_TYPE_TAKEN',
  earnings_promoter_id_event_id_ticket_type_id_fkey: 'TICKET_TYPE_TAKEN',
}

/** Deletes a ticket type. Types that would have gone on sale after it are then on sale independently. */
export const deleteTicketType: UseCase<typeof contract, PromoterCall> = async (
  context,
  { params, promoterId, actor },
) => {
  const { id } = params
  const eventId = await findEventOfTicketType(context.db, { promoterId, ticketTypeId: id })
  return changeTicketBoard(context, { promoterId, actor, eventId, rules: TAKEN }, async (board) => {
    const { trx, before, now } = board
    const current = before.ticketTypes.find((type) => type.id === id)
    if (!current) return fail('NOT_FOUND')
    const { counters } = await lockInventory(trx, { ticketTypeIds: [id], now })
    const own = counters.get(id)
    if (own && own.held + own.sold > 0) return fail('TICKET_TYPE_TAKEN')
    await deleteTicketTypeRow(trx, { promoterId, id })
    await board.record({
      action: 'ticket_type.deleted',
      subject: { id, name: current.name },
      before: ticketTypeAuditState(current),
    })
    return succeed(null)
  })
}
