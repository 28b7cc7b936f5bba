import type { acceptTicketOffer as contract } from '#contracts/checkout/transfers.ts'
import type { CodeOf, InputOf } from '#contracts/platform/endpoint.ts'
import { fail, type FieldError } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Answers } from '#model/sales/answers.ts'
import { transferRefusal } from '#model/sales/transfers.ts'
import { isInSiteScope, siteScopeOf } from '#model/sites/sites.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { ticketPassedOnFact, ticketReceivedFact } from '#server/platform/outbox/ticket-facts.ts'
import { setTicketHolder } from '#server/sales/attendees/attendee-rows.ts'
import { checkAnswer } from '#server/sales/checkout/check-answers.ts'
import { lockOrder } from '#server/sales/orders/order-rows.ts'
import { newTicketCode } from '#server/sales/tickets/codes.ts'
import { setTicketCodes } from '#server/sales/tickets/ticket-rows.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { recordHolderChange } from './record-holder-change.ts'
import { showHeldTicketOf } from './show-held-ticket.ts'
import { questionsOf } from './show-offer.ts'
import { lockTransferTicket, type TransferTicketRow } from './transfer-ticket-rows.ts'
import { toTransferableTicket } from './ticket-actions.ts'
import { mailLimits, countLimits } from './transfer-limits.ts'
import { acceptOffer, endAcceptedTransfer, findTransferByOffer, type TransferRow } from './transfer-rows.ts'

type Code = CodeOf<typeof contract>
type Input = Pick<InputOf<typeof contract>, 'body' | 'idempotencyKey'>

/** Makes the recipient the ticket's holder and gives the ticket a new code. */
export const acceptTicketOffer: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const { site, params, body, idempotencyKey, client } = call
  const offer = await findTransferByOffer(context.db, params.id)
  if (!offer || !isInSiteScope(siteScopeOf(site), offer.promoterId)) return fail('NOT_FOUND')
  if (isRepeated(offer, idempotencyKey)) return showHeldTicketOf(context, offer)
  const limits = mailLimits({ orderId: offer.orderId, address: client.address, email: body.email })
  const uncount = await countLimits(context, limits)
  if (!uncount) return fail('PASS_ON_LIMIT')
  const now = new Date(context.clock.now())
  const accepted = await transact(context.db, (trx) => accept(trx, offer, { body, idempotencyKey, now }))
  if (!accepted.success || accepted.data === 'again') await uncount()
  if (!accepted.success) return accepted
  const transfer = await findTransferByOffer(context.db, params.id)
  return transfer ? showHeldTicketOf(context, transfer) : fail('NOT_FOUND')
}

const isRepeated = ({ status, acceptKey }: TransferRow, key: string): boolean =>
  status === 'accepted' && acceptKey === key

async function accept(
  trx: PipelinedTransaction,
  { id, promoterId, orderId, ticketId, offerKey }: TransferRow,
  { body, idempotencyKey, now }: Input & { now: Date },
): Promise<Result<'new' | 'again', Code>> {
  const order = await lockOrder(trx, orderId)
  const ticket = order && (await lockTransferTicket(trx, { orderId, ticketId }))
  if (!ticket) return fail('NOT_FOUND')
  if (ticket.offerId !== id) {
    const offer = await findTransferByOffer(trx, offerKey)
    return offer && isRepeated(offer, idempotencyKey) ? succeed('again') : fail('OFFER_OVER')
  }
  const refusal = transferRefusal(toTransferableTicket(ticket), now.getTime())
  if (refusal) return fail(refusal)
  const errors = checkRecipient(ticket, body)
  if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
  const { firstName, lastName, email } = body
  const transfer = { id, promoterId }
  trx.send(
    endAcceptedTransfer(trx, ticketId),
    acceptOffer(trx, {
      id,
      ticketKey: crypto.randomUUID(),
      acceptKey: idempotencyKey,
      email,
      firstName,
      now,
    }),
    setTicketCodes(trx, [{ id: ticketId, code: newTicketCode() }], now),
    setTicketHolder(trx, {
      promoterId,
      ticket: { ...ticket, id: ticketId },
      firstName,
      lastName,
      email,
      answers: askedAnswers(ticket, body),
      now,
    }),
    writeMails(trx, [ticketReceivedFact(transfer), ticketPassedOnFact(transfer)], now),
    recordHolderChange(trx, {
      ticket,
      action: 'ticket.passed_on',
      after: { fact: ticketReceivedFact(transfer).fact },
      now,
    }),
  )
  return succeed('new')
}

function checkRecipient(ticket: TransferTicketRow, { lastName, answers = {} }: Input['body']): FieldError[] {
  const missing =
    ticket.attendeeNames === 'required' && lastName === ''
      ? [{ path: 'lastName', message: 'Enter the last name.' }]
      : []
  const wrong = questionsOf(ticket).flatMap((question) =>
    checkAnswer(question, { answer: answers[question.id], path: `answers.${question.id}` }),
  )
  return [...missing, ...wrong]
}

const askedAnswers = (ticket: TransferTicketRow, { answers = {} }: Input['body']): Answers =>
  Object.fromEntries(
    questionsOf(ticket).flatMap(({ id }) => {
      const answer = answers[id]
      return answer === undefined ? [] : [[id, answer]]
    }),
  )
