import type { createTicketType as contract } from '#contracts/console/ticket-types.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toCents } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { TICKET_TYPES_LIMIT } from '#model/catalog/ticket-types.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { changeTicketBoard, ticketTypeAuditState } from './change-ticket-board.ts'
import { checkTicketTypeFields, checkTaxIds } from './check-fields.ts'
import { insertTicketType, replaceTicketTypeTaxes } from './managed-type-rows.ts'
import { movePoolMembers } from '#server/catalog/pools/pool-rows.ts'

export const createTicketType: UseCase<typeof contract, PromoterCall> = (
  context,
  { params, body, promoterId, actor },
) =>
  changeTicketBoard(context, { promoterId, actor, eventId: params.id }, async (board) => {
    const { trx, event, before } = board
    if (before.ticketTypes.length >= TICKET_TYPES_LIMIT) return fail('TICKET_TYPES_FULL')
    const wrong = checkTicketTypeFields(before, body) ?? (await checkTaxIds(board, body))
    if (wrong) return wrong
    const id = crypto.randomUUID()
    const priceCents = toCents(body.price, event.currency)
    await insertTicketType(trx, { promoterId, eventId: event.id, id, priceCents, fields: body })
    await movePoolMembers(trx, {
      promoterId,
      ticketTypeIds: [id],
      poolId: body.poolId,
      writing: id,
    })
    await replaceTicketTypeTaxes(trx, { promoterId, id, taxIds: body.taxIds })
    const ticketType = (await board.read()).ticketTypes.find((type) => type.id === id)
    if (!ticketType) throw new Error('The inserted ticket type was not found.')
    await board.record({
      action: 'ticket_type.created',
      subject: { id, name: ticketType.name },
      after: ticketTypeAuditState(ticketType),
    })
    return succeed({ ticketType })
  })
