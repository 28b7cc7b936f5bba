import * as z from 'zod/mini'
import { version } from '#model/bounds.ts'
import { acceptedLegalText } from '#model/buyer-legal-texts.ts'
import { order, ticket } from '#model/orders.ts'
import { paymentStatus } from '#model/payments.ts'
import { refund } from '../refunds.ts'

/** How an order was taken that the payment provider knows nothing about. */
export const takenOutside = z.enum(['complimentary', 'cash', 'bank_transfer', 'other'])
export type TakenOutside = z.infer<typeof takenOutside>

/** The questions that buyers answered, with their labels. Unanswered ones are left out. */
export const answered = z.array(z.object({ question: z.string(), answer: z.string() }))

/** A ticket with who comes. The version counts the changes of its holder. */
export const deskTicket = z.extend(ticket, {
  version,
  ticketName: z.string(),
  eventTitle: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  answers: answered,
})
export type DeskTicket = z.infer<typeof deskTicket>

export const timelineEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['placed', 'paid', 'mail', 'refund', 'dispute', 'note', 'change', 'ended']),
  /** A sentence without its full stop. */
  text: z.string(),
  /** What was written along: a note, a reason. */
  more: z.string(),
  /** Null: the buyer, or Foyer itself. */
  by: z.nullable(z.string()),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const orderDetail = z.object({
  order,
  /** Counts the changes of the buyer's address. */
  version,
  /** Opens the order's page for its buyer: `/orders/{linkId}`. */
  linkId: z.string(),
  takenOutside: z.nullable(takenOutside),
  paidAt: z.nullable(z.string()),
  tickets: z.array(deskTicket),
  answers: answered,
  /** Versions of legal texts that the buyer has accepted; empty for orders by hand, and by programs that don't say. */
  acceptedLegalTexts: z.array(acceptedLegalText),
  /** Who has its money now, after refunds, disputes and commissions. In major units. */
  money: z.object({
    /** What the buyer has given and not got back. */
    paid: z.number(),
    fees: z.number(),
    taxes: z.number(),
    commission: z.number(),
    /** The promoter's share. */
    yours: z.number(),
  }),
  refundsReturnFees: z.boolean(),
  refunds: z.array(refund),
  payment: z.nullable(
    z.object({
      provider: z.string(),
      status: paymentStatus,
      intentId: z.string(),
      /** What people have to settle, in words. */
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
