import * as z from 'zod/mini'
import { money, reference } from '#model/platform/bounds.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { order } from '#model/sales/orders.ts'

/** A refund. Amounts in major units. `pending` until the provider has accepted it. */
export const refund = z.object({
  id: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  amount: z.number(),
  fees: z.number(),
  currency: z.string(),
  /** Reason it failed, else the note given with the request. */
  note: z.string(),
  createdAt: z.string(),
})
export type Refund = z.infer<typeof refund>

const note = z.string().check(z.trim(), z.maxLength(500, 'Use 500 characters at most.'))

const fields = {
  all: z.optional(z.literal(true)),
  tickets: z.optional(z.array(reference).check(z.minLength(1), z.maxLength(200))),
  /** Refund an amount without voiding tickets. */
  amount: z.optional(money.check(z.positive('Enter an amount.'))),
  returnFees: z.optional(z.boolean()),
}

const isOfOneThing = z.refine<{ all?: unknown; tickets?: unknown; amount?: unknown }>(
  ({ all, tickets, amount }) => [all, tickets, amount].filter((each) => each !== undefined).length === 1,
  { path: ['all'], error: 'Say what goes back: all (true), tickets, or an amount.' },
)

/** Refund request: exactly one of `all`, `tickets` and `amount`. */
export const refundRequestBody = z.object(fields).check(isOfOneThing)
export type RefundRequestBody = z.infer<typeof refundRequestBody>

export const refundOrder = endpoint({
  description:
    'Refunds an order: exactly one of everything left (`all: true`), some tickets (by id), or an amount ' +
    'without voiding tickets. A retry with the same Idempotency-Key returns the same refund. Fees are ' +
    "refunded according to the promoter's settings, unless `returnFees` is given. A payment that didn't " +
    'fulfil an order is refunded in full automatically; this call retries that refund.',
  method: 'POST',
  path: '/api/promoter/orders/{id}/refunds',
  access: 'promoter',
  scope: 'orders:write',
  params: z.object({ id: reference }),
  body: z.object({ ...fields, note: z.optional(note) }).check(isOfOneThing),
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
