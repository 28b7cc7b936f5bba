import type { putTicketType as contract } from '#contracts/console/ticket-types.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toCents } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { OVERSOLD_CONSTRAINT, changeTicketBoard, ticketTypeAuditState } from './change-ticket-board.ts'
import { checkTicketTypeFields, checkTaxIds } from './check-fields.ts'
import { findEventOfTicketType, replaceTicketTypeTaxes, updateTicketType } from './managed-type-rows.ts'
import { writeTicketTypeStock } from './write-stock.ts'

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
  const eventId = await findEventOfTicketType(context.db, { promoterId, ticketTypeId: id })
  return changeTicketBoard(
    context,
    { promoterId, actor, eventId, rules: OVERSOLD_CONSTRAINT },
    async (board) => {
      const { trx, event, before, now } = board
      const current = before.ticketTypes.find((type) => type.id === id)
      if (!current) return fail('NOT_FOUND')
      if (current.version !== version) return fail('EDIT_CONFLICT', { current })
      const { capacity, poolId, taxIds } = fields
      const refused =
        checkTicketTypeFields(before, fields, id) ??
        (await checkTaxIds(board, fields)) ??
        (await writeTicketTypeStock(trx, { promoterId, id, capacity, poolId, now }))
      if (refused) return refused
      const priceCents = toCents(fields.price, event.currency)
      await updateTicketType(trx, { promoterId, eventId: event.id, id, priceCents, fields })
      await replaceTicketTypeTaxes(trx, { promoterId, id, taxIds })
      const ticketType = (await board.read()).ticketTypes.find((type) => type.id === id)
      if (!ticketType) throw new Error('The updated ticket type was not found.')
      await board.record({
        action: 'ticket_type.changed',
        subject: { id, name: ticketType.name },
        before: ticketTypeAuditState(current),
        after: {
          ...ticketTypeAuditState(ticketType),
          ...(current.accessCode !== ticketType.accessCode ? { accessCodeChanged: true } : {}),
        },
      })
      return succeed({ ticketType })
    },
  )
}
