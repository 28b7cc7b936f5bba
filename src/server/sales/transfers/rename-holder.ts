import type {
  renameOrderTicket as orderContract,
  renameTicket as contract,
} from '#contracts/checkout/transfers.ts'
import type { CodeOf, DataOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { transferRefusal } from '#model/sales/transfers.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { setTicketHolder } from '#server/sales/attendees/attendee-rows.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import {
  findOrderTicketAccess,
  findTicketPageAccess,
  lockAccessibleTicket,
  type TicketAccess,
} from './find-ticket-access.ts'
import { recordHolderChange } from './record-holder-change.ts'
import { showTicketActions, toTransferableTicket } from './ticket-actions.ts'

export const renameOrderTicket: UseCase<typeof orderContract, VisitorCall> = async (context, call) => {
  const claim = await findOrderTicketAccess(context, call)
  return claim.success ? rename(context, claim.data, call.body) : claim
}

export const renameTicket: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const claim = await findTicketPageAccess(context, call)
  return claim.success ? rename(context, claim.data, call.body) : claim
}

type Code = Exclude<CodeOf<typeof contract>, 'LINK_INVALID'>

async function rename(
  context: Context,
  claim: TicketAccess,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<Result<DataOf<typeof contract>, Code>> {
  const now = new Date(context.clock.now())
  const renamed = await transact(context.db, async (trx): Promise<Result<null, Code>> => {
    const locked = await lockAccessibleTicket(trx, claim)
    if (!locked.success) return locked
    const ticket = locked.data
    const refusal = transferRefusal(toTransferableTicket(ticket), now.getTime())
    if (refusal) return fail(refusal)
    if (ticket.attendeeNames === 'required' && lastName === '')
      return fail('VALIDATION_ERROR', [{ path: 'lastName', message: 'Enter the last name.' }])
    if (`${firstName} ${lastName}`.trim() === ticket.holder) return succeed(null)
    const { promoterId, email } = ticket
    const seat = { ...ticket, id: ticket.ticketId }
    trx.send(
      setTicketHolder(trx, { promoterId, ticket: seat, firstName, lastName, email, now }),
      recordHolderChange(trx, {
        ticket,
        action: 'ticket.holder_changed',
        after: { changed: ['holder'] },
        now,
      }),
    )
    return succeed(null)
  })
  return renamed.success ? showTicketActions(context, claim.ticketId) : renamed
}
