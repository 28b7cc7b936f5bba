import type {
  reclaimOrderTicket as orderContract,
  reclaimTicket as contract,
} from '#contracts/checkout/transfers.ts'
import type { CodeOf, DataOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import {
  findOrderTicketAccess,
  findTicketPageAccess,
  lockAccessibleTicket,
  type TicketAccess,
} from './find-ticket-access.ts'
import { recordHolderChange } from './record-holder-change.ts'
import { showTicketActions } from './ticket-actions.ts'
import { reclaimOffer } from './transfer-rows.ts'

export const reclaimOrderTicket: UseCase<typeof orderContract, VisitorCall> = async (context, call) => {
  const claim = await findOrderTicketAccess(context, call)
  return claim.success ? reclaim(context, claim.data) : claim
}

export const reclaimTicket: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const claim = await findTicketPageAccess(context, call)
  return claim.success ? reclaim(context, claim.data) : claim
}

type Code = Exclude<CodeOf<typeof contract>, 'LINK_INVALID'>

/** Ends an offer, even after the event's deadline for passing on tickets. */
async function reclaim(
  context: Context,
  claim: TicketAccess,
): Promise<Result<DataOf<typeof contract>, Code>> {
  const now = new Date(context.clock.now())
  const reclaimed = await transact(context.db, async (trx): Promise<Result<null, Code>> => {
    const locked = await lockAccessibleTicket(trx, claim)
    if (!locked.success) return locked
    const ticket = locked.data
    if (ticket.offerId === null) return fail('OFFER_MISSING')
    trx.send(
      reclaimOffer(trx, { id: ticket.offerId, now }),
      recordHolderChange(trx, { ticket, action: 'ticket.reclaimed', now }),
    )
    return succeed(null)
  })
  return reclaimed.success ? showTicketActions(context, claim.ticketId) : reclaimed
}
