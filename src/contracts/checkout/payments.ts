import * as z from 'zod/mini'
import { reference } from '#model/platform/bounds.ts'
import { card, paymentOutcome } from '#model/money/payments.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const orderId = reference

/**
 * Creates a payment intent. `publishableKey` is present when card details go from the browser to the provider's script, which
 * needs it and the client secret.
 */
export const createIntent = endpoint({
  method: 'POST',
  path: '/api/payments/create-intent',
  access: 'anyone',
  body: z.object({ orderId }),
  data: z.object({
    provider: z.string(),
    clientSecret: z.string(),
    amount: z.number(),
    currency: z.string(),
    publishableKey: z.optional(z.string()),
  }),
  errors: [
    'NOT_FOUND',
    'ORDER_SIGN_IN',
    'ORDER_NOT_PAYABLE',
    'AMOUNT_NOT_CHARGEABLE',
    'PAYMENT_PROVIDER_FAILED',
  ],
})

/**
 * Confirms a payment. Without `paymentMethod` it fetches the payment's state from the provider, for example after a 3-D Secure
 * challenge.
 */
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/payments/confirm',
  access: 'anyone',
  body: z.object({ orderId, paymentMethod: z.optional(card) }),
  data: paymentOutcome,
  errors: [
    'NOT_FOUND',
    'ORDER_SIGN_IN',
    'ORDER_NOT_PAYABLE',
    'AMOUNT_NOT_CHARGEABLE',
    'PAYMENT_METHOD_REQUIRED',
    'CARD_NOT_TAKEN',
    'PAYMENT_PROVIDER_FAILED',
  ],
})

export const cancelPayment = endpoint({
  method: 'POST',
  path: '/api/payments/cancel',
  access: 'anyone',
  body: z.object({ orderId }),
  data: z.object({ status: z.string() }),
  errors: ['NOT_FOUND', 'ORDER_SIGN_IN', 'ORDER_NOT_PAYABLE', 'ORDER_IN_PAYMENT', 'PAYMENT_PROVIDER_FAILED'],
})

/** Receives the payment provider's signed webhook events. */
export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/api/payments/webhook',
  access: 'signature',
  maxBodyBytes: 256 * 1024,
  data: z.object({ received: z.literal(true) }),
  errors: ['WEBHOOK_SIGNATURE', 'PAYMENT_PROVIDER_FAILED'],
})
