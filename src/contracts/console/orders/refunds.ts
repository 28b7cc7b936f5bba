import * as z from 'zod/mini'
import { money, reference } from '#model/platform/bounds.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'
import { order } from '#model/sales/orders.ts'

/**
 * A refund. Amounts in major units. A refund over the platform's limit is `needs_approval` until an operator approves it, or `refused`. An
 * approved refund is `pending` until the payment provider accepts it. The id stays the same.
 */
export const refund = z.object({
  id: z.string(),
  status: z.enum(['needs_approval', 'refused', 'pending', 'succeeded', 'failed']),
  amount: z.number(),
  fees: z.number(),
  currency: z.string(),
  /** Why the refund failed or was refused; otherwise the note given with the request. */
  note: z.string(),
  createdAt: z.string(),
  /** Deduction for tickets that the buyer returned, by the event's rule; absent for other refunds. */
  kept: z.optional(z.number()),
  /** Part of `amount` that isn't credited to a voucher, because the payment of a bought voucher was refunded or disputed; absent for other refunds. */
  withheld: z.optional(z.number()),
})
export type Refund = z.infer<typeof refund>

const note = z.string().check(z.trim(), z.maxLength(500, 'Use 500 characters at most.'))

const fields = {
  all: z.optional(z.literal(true)),
  tickets: z.optional(z.array(reference).check(z.minLength(1), z.maxLength(200))),
  amount: z.optional(money.check(z.positive('Enter an amount.'))),
  returnFees: z.optional(z.boolean()),
}

const isOfOneThing = z.refine<{ all?: unknown; tickets?: unknown; amount?: unknown }>(
  ({ all, tickets, amount }) => [all, tickets, amount].filter((each) => each !== undefined).length === 1,
  { path: ['all'], error: 'Send exactly one of all (true), tickets and amount.' },
)

/** Refund request: exactly one of `all`, `tickets` and `amount`. */
export const refundRequestBody = z.object(fields).check(isOfOneThing)
export type RefundRequestBody = z.infer<typeof refundRequestBody>

export const refundOrder = endpoint({
  description:
    'Refunds an order: exactly one of everything left (`all: true`), some tickets (by id), or an amount ' +
    'without voiding tickets. A retry with the same Idempotency-Key returns the same refund, and KEY_REUSED if it is for ' +
    'something else. Fees are ' +
    "refunded according to the promoter's settings, unless `returnFees` is given. A payment that didn't " +
    'fulfil an order is refunded in full automatically; this call retries that refund. If the refunds of the ' +
    "order would exceed the platform's limit, the refund is stored with the status `needs_approval` and carried out " +
    'once an operator has approved it; until then, other refunds of the order return REFUND_WAITING. While the payment ' +
    'is disputed, and after the dispute is lost, a refund to the card returns REFUND_NOTHING_LEFT with the reason `disputed` in `details`.',
  method: 'POST',
  path: '/api/promoter/orders/{id}/refunds',
  access: 'promoter',
  scope: 'orders:write',
  params: idParams,
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
    'REFUND_WAITING',
    'KEY_REUSED',
    'VALIDATION_ERROR',
  ],
})
