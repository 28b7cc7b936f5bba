import type {
  offerOrderTicket as orderContract,
  offerTicket as contract,
} from '#contracts/checkout/transfers.ts'
import type { CodeOf, DataOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { transferRefusal } from '#model/sales/transfers.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { ticketOfferedFact } from '#server/platform/outbox/ticket-facts.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import {
  findOrderTicketAccess,
  findTicketPageAccess,
  lockAccessibleTicket,
  type TicketAccess,
} from './find-ticket-access.ts'
import { recordHolderChange } from './record-holder-change.ts'
import { showTicketActions, toTransferableTicket } from './ticket-actions.ts'
import { mailLimits, OFFER_LIMIT, countLimits } from './transfer-limits.ts'
import { insertOffer } from './transfer-rows.ts'

export const offerOrderTicket: UseCase<typeof orderContract, VisitorCall> = async (context, call) => {
  const claim = await findOrderTicketAccess(context, call)
  return claim.success ? offer(context, claim.data, requested(call)) : claim
}

export const offerTicket: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const claim = await findTicketPageAccess(context, call)
  return claim.success ? offer(context, claim.data, requested(call)) : claim
}

/** `email` is '' for an offer by link. `address` is the caller's network address. */
interface RequestedOffer {
  email: string
  address: string
}

const requested = ({
  body,
  client,
}: { body: { email: string } } & Pick<VisitorCall, 'client'>): RequestedOffer => ({
  email: body.email,
  address: client.address,
})

type Code = Exclude<CodeOf<typeof contract>, 'LINK_INVALID'>

async function offer(
  context: Context,
  claim: TicketAccess,
  { email, address }: RequestedOffer,
): Promise<Result<DataOf<typeof contract>, Code>> {
  const { orderId } = claim
  const uncount = await countLimits(context, [
    [OFFER_LIMIT, orderId],
    ...(email === '' ? [] : mailLimits({ orderId, address, email })),
  ])
  if (!uncount) return fail('PASS_ON_LIMIT')
  const now = new Date(context.clock.now())
  const offered = await transact(context.db, (trx) => writeOffer(trx, claim, { email, now }))
  if (offered.success) return showTicketActions(context, claim.ticketId)
  await uncount()
  return offered
}

async function writeOffer(
  trx: PipelinedTransaction,
  claim: TicketAccess,
  { email, now }: { email: string; now: Date },
): Promise<Result<null, Code>> {
  const locked = await lockAccessibleTicket(trx, claim)
  if (!locked.success) return locked
  const ticket = locked.data
  const refusal = transferRefusal(toTransferableTicket(ticket), now.getTime())
  if (refusal) return fail(refusal)
  if (ticket.offerId !== null) return fail('OFFER_OPEN')
  const { promoterId, orderId, ticketId, holderId } = ticket
  const id = crypto.randomUUID()
  const offerKey = crypto.randomUUID()
  trx.send(
    insertOffer(trx, { id, promoterId, orderId, ticketId, senderId: holderId, email, offerKey, now }),
    writeMails(trx, email === '' ? [] : [ticketOfferedFact({ id, promoterId })], now),
    recordHolderChange(trx, {
      ticket,
      action: 'ticket.offered',
      after: email === '' ? {} : { fact: ticketOfferedFact({ id, promoterId }).fact },
      now,
    }),
  )
  return succeed(null)
}
