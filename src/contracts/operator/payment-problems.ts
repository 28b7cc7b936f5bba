import * as z from 'zod/mini'
import { cursor, reference } from '#model/platform/bounds.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

const promoter = z.object({ id: z.string(), name: z.string() })

const concern = {
  orderId: z.string(),
  orderNumber: z.string(),
  promoter,
  /** The buyer's name, or the email address if the name is unknown; '' if both are. */
  buyer: z.string(),
  amount: z.number(),
  currency: z.string(),
}

/** A payment with a problem that an operator must resolve. Amounts in major units. */
export const paymentProblemView = z.object({
  ...concern,
  since: z.string(),
  kind: z.enum([
    'refund_failed',
    'event_not_refunded',
    'refunded_too_much',
    'unknown_payment',
    'still_processing',
    'other',
  ]),
  /** The problem in one sentence. */
  problem: z.string(),
  /** Sentences that say how to resolve it. */
  needs: z.string(),
  canRetry: z.boolean(),
  canMarkHandled: z.boolean(),
  /** True when `outcome` is required to mark the problem as resolved. */
  needsOutcome: z.boolean(),
})
export type PaymentProblemView = z.infer<typeof paymentProblemView>

const selection = { cursor: z.optional(cursor), promoterId: z.optional(reference) }

export const listPaymentProblems = endpoint({
  description:
    'Lists problems with payments that an operator must resolve, of all promoters, oldest first. `amount` is that of the refund that failed, or else ' +
    'of the payment.',
  method: 'GET',
  path: '/api/operator/trouble',
  access: 'operator',
  query: z.object(selection),
  data: z.object({ troubles: z.array(paymentProblemView), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})

export const listPromotersWithPaymentProblems = endpoint({
  description:
    'Lists promoters with a problem of a payment, a dispute, or a refund that needs approval, by name (500 at most), for filters.',
  method: 'GET',
  path: '/api/operator/trouble/promoters',
  access: 'operator',
  data: z.object({ promoters: z.array(promoter) }),
})

/** The sentence that the operator saw. The request is refused if the problem has changed since. */
const problem = z.string().check(z.minLength(1), z.maxLength(2000))

export const retryFailedRefund = endpoint({
  description:
    'Retries a failed refund, with the same tickets or amount. `problem` is the text from the list; TROUBLE_MOVED when the order has ' +
    'another or none, or when its problem isn’t a refund. `pending`: the provider hasn’t responded yet.',
  method: 'POST',
  path: '/api/operator/orders/{id}/trouble/retry',
  access: 'operator',
  params: idParams,
  body: z.object({ problem }),
  data: z.object({ status: z.enum(['pending', 'succeeded', 'failed']) }),
  errors: [
    'NOT_FOUND',
    'TROUBLE_MOVED',
    'ORDER_NOT_PAID',
    'PAID_ELSEWHERE',
    'REFUND_TOO_MUCH',
    'REFUND_NOTHING_LEFT',
  ],
})

export const paymentProblemOutcome = z.enum(['refunded', 'kept'], 'Choose what happened.')
export type PaymentProblemOutcome = z.infer<typeof paymentProblemOutcome>

export const markPaymentProblemHandled = endpoint({
  description:
    'Removes a problem that was resolved outside Foyer. It isn’t reported again; the log keeps it with the note. A refund that failed ' +
    'needs an `outcome`. `refunded`: the platform has paid the buyer in another way; the refund is recorded and deducted from the ' +
    'promoter’s balance. `kept`: the promoter keeps the money, even if the event is cancelled. TROUBLE_MOVED when the order has another ' +
    'problem or none, or one that clears by itself.',
  method: 'POST',
  path: '/api/operator/orders/{id}/trouble/handled',
  access: 'operator',
  params: idParams,
  body: z.object({
    problem,
    note: z.string().check(z.trim(), z.minLength(1, 'Enter what was done.'), z.maxLength(500)),
    outcome: z.optional(paymentProblemOutcome),
  }),
  data: z.object({ orderId: z.string() }),
  errors: [
    'NOT_FOUND',
    'TROUBLE_MOVED',
    'ORDER_NOT_PAID',
    'PAID_ELSEWHERE',
    'REFUND_TOO_MUCH',
    'REFUND_NOTHING_LEFT',
  ],
})

export const disputeStatus = z.enum(['open', 'won', 'lost'])
export type DisputeStatus = z.infer<typeof disputeStatus>

export const operatorDispute = z.object({
  ...concern,
  /** Id at the payment provider. */
  id: z.string(),
  status: disputeStatus,
  /** Reason in the payment provider's words; may be ''. */
  reason: z.string(),
  openedAt: z.string(),
  decidedAt: z.nullable(z.string()),
})
export type OperatorDispute = z.infer<typeof operatorDispute>

export const listDisputes = endpoint({
  description: 'Lists disputes of all promoters’ payments, newest first.',
  method: 'GET',
  path: '/api/operator/disputes',
  access: 'operator',
  query: z.object({ ...selection, status: z.optional(disputeStatus) }),
  data: z.object({ disputes: z.array(operatorDispute), nextCursor: z.nullable(z.string()) }),
  errors: ['NOT_FOUND'],
})
