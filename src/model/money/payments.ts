import * as z from 'zod/mini'

export const paymentStatus = z.enum([
  'open',
  'requires_action',
  'processing',
  'succeeded',
  'cancelled',
  'refunding',
  'refunded',
])
export type PaymentStatus = z.infer<typeof paymentStatus>

/**
 * Allowed state changes of a payment. A declined card leaves the payment `open`, so that another card can be tried.
 * `processing`: the provider was asked to charge. `refunding`: the payment will be refunded and can no longer pay for
 * an order.
 */
export const PAYMENT_TRANSITIONS: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  open: ['requires_action', 'processing', 'succeeded', 'cancelled', 'refunding', 'refunded'],
  requires_action: ['open', 'processing', 'succeeded', 'cancelled', 'refunding', 'refunded'],
  processing: ['open', 'requires_action', 'succeeded', 'cancelled', 'refunding', 'refunded'],
  succeeded: ['refunding', 'refunded'],
  cancelled: [],
  refunding: ['refunded'],
  refunded: [],
}

export const isPaymentTransition = (from: PaymentStatus, to: PaymentStatus): boolean =>
  PAYMENT_TRANSITIONS[from].includes(to)

export const cardFields = z.object({
  number: z.string().check(z.regex(/^[\d ]{12,23}$/, 'Enter the card number.')),
  expiry: z.string().check(z.regex(/^(0[1-9]|1[0-2]) ?\/ ?\d{2}$/, 'Enter the expiry as MM/YY.')),
  cvc: z.string().check(z.regex(/^\d{3,4}$/, 'Enter the 3 or 4 digits.')),
})
export type Card = z.infer<typeof cardFields>

export const nextAction = z.object({ type: z.literal('redirect'), url: z.string() })
export type NextAction = z.infer<typeof nextAction>

/** Response of `POST /api/payments/confirm`. `message` says why a payment failed. */
export const paymentOutcome = z.object({
  status: z.enum(['succeeded', 'requires_action', 'failed', 'processing']),
  nextAction: z.optional(nextAction),
  message: z.optional(z.string()),
})
export type PaymentOutcome = z.infer<typeof paymentOutcome>

/** Which card form to show: Foyer's own fields (sandbox), or the provider's, which its script loads. */
export type PaymentStep = { provider: 'sandbox' } | { provider: 'stripe'; publishableKey: string }
