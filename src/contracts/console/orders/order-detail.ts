import * as z from 'zod/mini'
import { version } from '#model/platform/bounds.ts'
import { acceptedLegalText } from '#model/sites/buyer-legal-texts.ts'
import { order, ticket } from '#model/sales/orders.ts'
import { paymentStatus } from '#model/money/payments.ts'
import { refund } from './refunds.ts'

export const manualPayment = z.enum(['complimentary', 'cash', 'card_terminal', 'bank_transfer', 'other'])
export type ManualPayment = z.infer<typeof manualPayment>

export const answeredQuestions = z.array(z.object({ question: z.string(), answer: z.string() }))

/** A ticket with its holder. `version` increments with each change of the holder. */
export const orderTicket = z.extend(ticket, {
  version,
  ticketName: z.string(),
  eventTitle: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  answers: answeredQuestions,
})
export type OrderTicket = z.infer<typeof orderTicket>

export const timelineEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['placed', 'paid', 'mail', 'refund', 'dispute', 'note', 'change', 'ended']),
  /** Description of the entry, without a full stop. */
  text: z.string(),
  /** Note or reason; may be ''. */
  more: z.string(),
  /** Name of the person, `Buyer` for a buyer without account; null for Foyer itself. */
  by: z.nullable(z.string()),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const orderDetail = z.object({
  order,
  /** Version of the order. Increments with each change of the buyer's email. */
  version,
  /** Id of the buyer's order page: `/orders/{linkId}`. */
  linkId: z.string(),
  takenOutside: z.nullable(manualPayment),
  paidAt: z.nullable(z.string()),
  tickets: z.array(orderTicket),
  answers: answeredQuestions,
  /** Versions of legal texts that the buyer accepted; empty for manual orders and for API clients that don't send them. */
  acceptedLegalTexts: z.array(acceptedLegalText),
  /**
   * Distribution of the order's money after refunds, disputes and commissions. Amounts in major units. `yours` includes amounts that
   * refunds withheld from vouchers.
   */
  money: z.object({
    /** Amount paid by the buyer, less refunds, without vouchers. */
    paid: z.number(),
    /** Amount paid by vouchers, less the amount refunded to vouchers. Negative after a return for a new voucher. */
    vouchers: z.number(),
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
      /** Description of a payment problem to resolve; '' without one. */
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
  /**
   * The voucher that the order bought. Null for an order of tickets, and until the order is paid. `codeEnd`: last four characters of its
   * code.
   */
  boughtVoucher: z.nullable(
    z.object({
      id: z.string(),
      codeEnd: z.string(),
      /** Balance of the voucher; null for a void or expired voucher. */
      balance: z.nullable(z.number()),
      expiresAt: z.string(),
      recipientName: z.string(),
      /** Address that the voucher was emailed to; empty if it wasn't emailed to someone else than the buyer. */
      recipientEmail: z.string(),
      deliverAt: z.nullable(z.string()),
      deliveredAt: z.nullable(z.string()),
    }),
  ),
  timeline: z.array(timelineEntry),
})
export type OrderDetail = z.infer<typeof orderDetail>
