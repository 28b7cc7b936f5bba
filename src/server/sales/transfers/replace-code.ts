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
import {
  findOrderTicketAccess,
  findTicketPageAccess,
  lockAccessibleTicket,
  type TicketAccess,
} from './find-ticket-access.ts'
import { recordHolderChange } from './record-holder-change.ts'
import { showTicketActions, toTransferableTicket } from './ticket-actions.ts'
import { NEW_CODE_LIMIT, countLimits } from './transfer-limits.ts'

export const replaceOrderTicketCode: UseCase<typeof orderContract, VisitorCall> = async (context, call) => {
  const claim = await findOrderTicketAccess(context, call)
  return claim.success ? replaceCode(context, claim.data, call.idempotencyKey) : claim
}

export const replaceTicketCode: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const claim = await findTicketPageAccess(context, call)
  return claim.success ? replaceCode(context, claim.data, call.idempotencyKey) : claim
}

type Code = Exclude<CodeOf<typeof contract>, 'LINK_INVALID'>

async function replaceCode(
  context: Context,
  claim: TicketAccess,
  key: string,
): Promise<Result<DataOf<typeof contract>, Code>> {
  const uncount = await countLimits(context, [[NEW_CODE_LIMIT, `${claim.orderId}:${claim.ticketId}`]])
  const now = new Date(context.clock.now())
  const replaced = await transact(context.db, async (trx): Promise<Result<{ isNew: boolean }, Code>> => {
    const locked = await lockAccessibleTicket(trx, claim)
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
