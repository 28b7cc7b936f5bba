import * as z from 'zod/mini'

/** Where a payment stands, in the words of Foyer: the provider's own words stay behind the port. */
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
 * A declined card leaves the payment `open`: another card may be tried. While the provider is being asked to charge it is
 * `processing`. `refunding` is the decision to give the money back: from there on it can't pay for anything any more.
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

export const canMove = (from: PaymentStatus, to: PaymentStatus): boolean =>
  PAYMENT_TRANSITIONS[from].includes(to)

/** A card as the sandbox takes it; a real provider collects it in its own form. */
export const card = z.object({
  number: z.string().check(z.regex(/^[\d ]{12,23}$/, 'Enter the card number.')),
  expiry: z.string().check(z.regex(/^(0[1-9]|1[0-2]) ?\/ ?\d{2}$/, 'Enter the expiry as MM/YY.')),
  cvc: z.string().check(z.regex(/^\d{3,4}$/, 'Enter the 3 or 4 digits.')),
})
export type Card = z.infer<typeof card>

/** What the buyer must do before the payment can go on. */
export const nextAction = z.object({ type: z.literal('redirect'), url: z.string() })
export type NextAction = z.infer<typeof nextAction>

/** The answer to `POST /api/payments/confirm`. `message` says why a payment failed. */
export const paymentOutcome = z.object({
  status: z.enum(['succeeded', 'requires_action', 'failed', 'processing']),
  nextAction: z.optional(nextAction),
  message: z.optional(z.string()),
})
export type PaymentOutcome = z.infer<typeof paymentOutcome>

/** How a page asks for a card: in fields of its own, or in those of the provider, whose script takes them there. */
export type PaymentStep = { provider: 'sandbox' } | { provider: 'stripe'; publishableKey: string }
