import * as z from 'zod/mini'
import { money, reference } from '#model/bounds.ts'
import { endpoint } from './endpoint.ts'
import { order } from '#model/orders.ts'

/** Money that goes back, in major units. `pending` until the provider has taken it. */
export const refund = z.object({
  id: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  amount: z.number(),
  /** What of it are fees. */
  fees: z.number(),
  currency: z.string(),
  /** Why it failed, or what whoever asked for it noted. */
  note: z.string(),
  createdAt: z.string(),
})
export type Refund = z.infer<typeof refund>

const note = z.string().check(z.trim(), z.maxLength(500, 'Use 500 characters at most.'))

const wish = {
  /** All that is left. */
  all: z.optional(z.literal(true)),
  /** Some tickets, by id. */
  tickets: z.optional(z.array(reference).check(z.minLength(1), z.maxLength(200))),
  /** Takes no ticket back. */
  amount: z.optional(money.check(z.positive('Enter an amount.'))),
  returnFees: z.optional(z.boolean()),
}

const isOfOneThing = z.refine<{ all?: unknown; tickets?: unknown; amount?: unknown }>(
  ({ all, tickets, amount }) => [all, tickets, amount].filter((each) => each !== undefined).length === 1,
  { path: ['all'], error: 'Say what goes back: all (true), tickets, or an amount.' },
)

/** What goes back: exactly one of `all`, `tickets` and `amount`. */
export const refundWish = z.object(wish).check(isOfOneThing)
export type RefundWishBody = z.infer<typeof refundWish>

/**
 * Gives an order's money back: all that is left (`all: true`), some tickets (by id), or an amount that takes no ticket back; exactly
 * one of them has to be said. The same Idempotency-Key gives the same refund. A payment that paid for nothing goes back by itself, all of it: asking has that tried again. Fees go back as the promoter has decided, unless `returnFees` says otherwise.
 */
export const refundOrder = endpoint({
  method: 'POST',
  path: '/api/promoter/orders/{id}/refunds',
  access: 'promoter',
  scope: 'orders:write',
  params: z.object({ id: reference }),
  body: z.object({ ...wish, note: z.optional(note) }).check(isOfOneThing),
  idempotencyKey: 'required',
  data: z.object({ refund, order }),
  status: 201,
  errors: [
    'FORBIDDEN',
    'NOT_FOUND',
    'ORDER_NOT_PAID',
    'PAID_ELSEWHERE',
    'REFUND_TOO_MUCH',
    'REFUND_NOTHING_LEFT',
    'VALIDATION_ERROR',
  ],
})
