import { z } from 'zod'
import type { getTicketOffer as contract } from '#contracts/checkout/transfers.ts'
import { fail } from '#contracts/platform/errors.ts'
import { isQuestionAsked, question, type Question } from '#model/catalog/catalog.ts'
import { plainNameOrEmpty } from '#model/people/accounts.ts'
import { succeed } from '#model/platform/result.ts'
import { transferRefusal } from '#model/sales/transfers.ts'
import { isInSiteScope, siteScopeOf, type Site } from '#model/sites/sites.ts'
import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import type { UseCase } from '#server/use-case.ts'
import { findHeldTicket, findTransferFacts } from './held-ticket-rows.ts'
import { findTransferTicket, type TransferTicketRow } from './transfer-ticket-rows.ts'
import { toTransferableTicket } from './ticket-actions.ts'
import { findTransferByOffer } from './transfer-rows.ts'

const questions = z.array(question)

export const getTicketOffer: UseCase<typeof contract, { site: Site }> = async (context, { site, params }) => {
  const { reads, clock } = context
  const transfer = await findTransferByOffer(reads, params.id)
  if (!transfer || !isInSiteScope(siteScopeOf(site), transfer.promoterId)) return fail('NOT_FOUND')
  if (transfer.status !== 'offered') return fail('OFFER_OVER')
  const [standing, row, facts] = await Promise.all([
    findTransferTicket(reads, transfer.ticketId),
    findHeldTicket(reads, transfer.id),
    findTransferFacts(reads, transfer.id),
  ])
  if (!standing || !row || !facts) return fail('NOT_FOUND')
  const refusal = transferRefusal(toTransferableTicket(standing), clock.now())
  if (refusal) return fail(refusal)
  return succeed({
    offer: {
      senderName: senderName(facts),
      email: transfer.email,
      ticketName: row.ticketName,
      event: {
        id: row.eventId,
        slug: row.slug,
        title: row.eventTitle,
        startsAt: row.startsAt.toISOString(),
        timeZone: row.timeZone,
      },
      needsLastName: standing.attendeeNames === 'required',
      questions: questionsOf(standing),
    },
  })
}

/** Returns the sender's name, filtered because a name can be any text. '' when nothing remains. */
export const senderName = (sender: { senderFirstName: string; senderEmail: string }): string =>
  sender.senderEmail === ERASED_PERSON.email ? '' : plainNameOrEmpty(sender.senderFirstName)

/** Returns the questions to the ticket's attendee. */
export const questionsOf = (ticket: Pick<TransferTicketRow, 'questions' | 'ticketTypeId'>): Question[] =>
  questions
    .parse(ticket.questions)
    .filter((each) => each.scope === 'attendee' && isQuestionAsked(each, [ticket.ticketTypeId]))
