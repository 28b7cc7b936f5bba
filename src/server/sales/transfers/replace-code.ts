import type {
  replaceOrderTicketCode as orderContract,
  replaceTicketCode as contract,
} from '#contracts/checkout/transfers.ts'
import type { CodeOf, DataOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { changeRefusal } from '#model/sales/transfers.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { codeReplacedFact } from '#server/platform/outbox/ticket-facts.ts'
import { hasOrderChange } from '#server/sales/orders/order-facts-rows.ts'
import { newTicketCode } from '#server/sales/tickets/codes.ts'
import { setTicketCodes } from '#server/sales/tickets/ticket-rows.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { findOrderClaim, findTicketClaim, lockClaimedTicket, type TicketClaim } from './find-claim.ts'
import { recordHolderChange } from './record-by-holder.ts'
import { showTicketActions, toTransferableTicket } from './ticket-actions.ts'
import { NEW_CODE_LIMIT, countLimits } from './transfer-limits.ts'

export const replaceOrderTicketCode: UseCase<typeof orderContract, VisitorCall> = async (context, call) => {
  const claim = await findOrderClaim(context, call)
  return claim.success ? replaceCode(context, claim.data, call.idempotencyKey) : claim
}

export const replaceTicketCode: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const claim = await findTicketClaim(context, call)
  return claim.success ? replaceCode(context, claim.data, call.idempotencyKey) : claim
}

type Code = Exclude<CodeOf<typeof contract>, 'LINK_INVALID'>

async function replaceCode(
  context: Context,
  claim: TicketClaim,
  key: string,
): Promise<Result<DataOf<typeof contract>, Code>> {
  const uncount = await countLimits(context, [[NEW_CODE_LIMIT, `${claim.orderId}:${claim.ticketId}`]])
  const now = new Date(context.clock.now())
  const replaced = await transact(context.db, async (trx): Promise<Result<{ isNew: boolean }, Code>> => {
    const locked = await lockClaimedTicket(trx, claim)
    if (!locked.success) return locked
    const ticket = locked.data
    const { ticketId: id, orderId, promoterId, holderId: transferId } = ticket
    const mail = codeReplacedFact({ id, orderId, promoterId, transferId }, key)
    const action = 'ticket.code_replaced'
    if (await hasOrderChange(trx, { orderId, action, fact: mail.fact })) return succeed({ isNew: false })
    if (!uncount) return fail('NEW_CODE_LIMIT')
    const refusal = changeRefusal(toTransferableTicket(ticket), now.getTime())
    if (refusal) return fail(refusal)
    trx.send(
      setTicketCodes(trx, [{ id, code: newTicketCode() }], now),
      writeMails(trx, [mail], now),
      recordHolderChange(trx, { ticket, action, after: { fact: mail.fact }, now }),
    )
    return succeed({ isNew: true })
  })
  if (!replaced.success || !replaced.data.isNew) await uncount?.()
  return replaced.success ? showTicketActions(context, claim.ticketId) : replaced
}
