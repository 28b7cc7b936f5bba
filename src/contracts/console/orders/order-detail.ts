import * as z from 'zod/mini'
import { version } from '#model/platform/bounds.ts'
import { acceptedLegalText } from '#model/sites/buyer-legal-texts.ts'
import { order, ticket } from '#model/sales/orders.ts'
import { paymentStatus } from '#model/money/payments.ts'
import { refund } from './refunds.ts'

export const takenOutside = z.enum(['complimentary', 'cash', 'bank_transfer', 'other'])
export type TakenOutside = z.infer<typeof takenOutside>

/** Answered questions with their labels. Unanswered ones are omitted. */
export const answered = z.array(z.object({ question: z.string(), answer: z.string() }))

/** A ticket with its holder. `version` counts changes of the holder. */
export const orderTicket = z.extend(ticket, {
  version,
  ticketName: z.string(),
  eventTitle: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  answers: answered,
})
export type OrderTicket = z.infer<typeof orderTicket>

export const timelineEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['placed', 'paid', 'mail', 'refund', 'dispute', 'note', 'change', 'ended']),
  /** Sentence without a full stop. */
  text: z.string(),
  /** A note or reason. */
  more: z.string(),
  /** Null for the buyer or Foyer itself. */
  by: z.nullable(z.string()),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const orderDetail = z.object({
  order,
  /** Counts changes of the buyer's email. */
  version,
  /** Id of the buyer's order page: `/orders/{linkId}`. */
  linkId: z.string(),
  takenOutside: z.nullable(takenOutside),
  paidAt: z.nullable(z.string()),
  tickets: z.array(orderTicket),
  answers: answered,
  /** Versions of legal texts that the buyer accepted; empty for manual orders and for API clients that don't send them. */
  acceptedLegalTexts: z.array(acceptedLegalText),
  /** Distribution of the order's money after refunds, disputes and commissions, in major units. */
  money: z.object({
    /** Amount paid by the buyer, less refunds. */
    paid: z.number(),
    fees: z.number(),
    taxes: z.number(),
    commission: z.number(),
    yours: z.number(),
  }),
  refundsReturnFees: z.boolean(),
  refunds: z.array(refund),
  payment: z.nullable(
    z.object({
      provider: z.string(),
      status: paymentStatus,
      intentId: z.string(),
      /** Description of a problem that needs attention. */
      trouble: z.string(),
    }),
  ),
  disputes: z.array(
    z.object({
      id: z.string(),
      status: z.enum(['open', 'won', 'lost']),
      reason: z.string(),
      amount: z.number(),
      createdAt: z.string(),
    }),
  ),
  attribution: z.nullable(
    z.object({
      linkId: z.string(),
      linkName: z.string(),
      code: z.string(),
      memberName: z.nullable(z.string()),
      campaign: z.string(),
    }),
  ),
  timeline: z.array(timelineEntry),
})
export type OrderDetail = z.infer<typeof orderDetail>
