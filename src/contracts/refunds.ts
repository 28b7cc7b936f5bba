import * as z from 'zod/mini'
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

/** All that is left, some tickets (by id), or an amount that takes no ticket back. */
export const refundWish = z.object({
  tickets: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(200))),
  amount: z.optional(z.number().check(z.positive('Enter an amount.'))),
  returnFees: z.optional(z.boolean()),
})
export type RefundWishBody = z.infer<typeof refundWish>

/**
 * Gives an order's money back: all that is left, some tickets (by id), or an amount that takes no ticket back. The same
 * Idempotency-Key gives the same refund. A payment that paid for nothing goes back by itself, all of it: asking has that tried again. Fees go back as the promoter has decided, unless `returnFees` says otherwise.
 */
export const refundOrder = endpoint({
  method: 'POST',
  path: '/api/promoter/orders/{id}/refunds',
  access: 'promoter',
  scope: 'orders:write',
  params: z.object({ id: z.string() }),
  body: z.extend(refundWish, { note: z.optional(note) }),
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
