import type { putTicketType as contract } from '#contracts/console/ticket-types.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toCents } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { NOT_OVERSOLD, changeBoard, typeState } from './change-board.ts'
import { checkFields, checkTaxes } from './check-fields.ts'
import { findEventOfType, replaceTaxes, updateTicketType } from './managed-type-rows.ts'
import { writeStock } from './write-stock.ts'

/**
 * Saves a ticket type. CAPACITY_TAKEN contains the number of held and sold tickets. A new price applies to new
 * quotes.
 */
export const putTicketType: UseCase<typeof contract, PromoterCall> = async (
  context,
  { params, body, promoterId, actor },
) => {
  const { id } = params
  const { fields, version } = body
  const eventId = await findEventOfType(context.db, { promoterId, ticketTypeId: id })
  return changeBoard(context, { promoterId, actor, eventId, rules: NOT_OVERSOLD }, async (board) => {
    const { trx, event, before, now } = board
    const current = before.ticketTypes.find((type) => type.id === id)
    if (!current) return fail('NOT_FOUND')
    if (current.version !== version) return fail('EDIT_CONFLICT', { current })
    const { capacity, poolId, taxIds } = fields
    const refused =
      checkFields(before, fields, id) ??
      (await checkTaxes(board, fields)) ??
      (await writeStock(trx, { promoterId, id, capacity, poolId, now }))
    if (refused) return refused
    const priceCents = toCents(fields.price, event.currency)
    await updateTicketType(trx, { promoterId, eventId: event.id, id, priceCents, fields })
    await replaceTaxes(trx, { promoterId, id, taxIds })
    const ticketType = (await board.read()).ticketTypes.find((type) => type.id === id)
    if (!ticketType) throw new Error('The updated ticket type was not found.')
    await board.record({
      action: 'ticket_type.changed',
      subject: { id, name: ticketType.name },
      before: typeState(current),
      after: {
        ...typeState(ticketType),
        ...(current.accessCode !== ticketType.accessCode ? { accessCodeChanged: true } : {}),
      },
    })
    return succeed({ ticketType })
  })
}
