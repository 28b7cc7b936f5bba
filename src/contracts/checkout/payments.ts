import * as z from 'zod/mini'
import { objectId } from '#model/platform/bounds.ts'
import { cardFields, paymentOutcome } from '#model/money/payments.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const orderId = objectId

export const createIntent = endpoint({
  description:
    'Creates a payment intent for an order. `publishableKey` is present when card details go from the ' +
    'browser to the payment provider, whose script needs it and `clientSecret`. ORDER_NOT_PAYABLE if the order ' +
    'has expired, was cancelled, or has been paid; the order’s status shows which.',
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
    'SHOP_CLOSED',
    'AMOUNT_NOT_CHARGEABLE',
    'PAYMENT_PROVIDER_FAILED',
  ],
})

export const confirmPayment = endpoint({
  description:
    "Confirms the payment of an order. Without `paymentMethod`, fetches the payment's state from the " +
    'payment provider, for example after 3-D Secure authentication.',
  method: 'POST',
  path: '/api/payments/confirm',
  access: 'anyone',
  body: z.object({ orderId, paymentMethod: z.optional(cardFields) }),
  data: paymentOutcome,
  errors: [
    'NOT_FOUND',
    'ORDER_SIGN_IN',
    'ORDER_NOT_PAYABLE',
    'SHOP_CLOSED',
    'AMOUNT_NOT_CHARGEABLE',
    'PAYMENT_METHOD_REQUIRED',
    'CARD_NOT_TAKEN',
    'PAYMENT_PROVIDER_FAILED',
  ],
})

export const cancelPayment = endpoint({
  description: 'Cancels an unpaid order, its payment intent and its cart, and releases the tickets.',
  method: 'POST',
  path: '/api/payments/cancel',
  access: 'anyone',
  body: z.object({ orderId }),
  data: z.object({ status: z.string() }),
  errors: ['NOT_FOUND', 'ORDER_SIGN_IN', 'ORDER_NOT_PAYABLE', 'ORDER_IN_PAYMENT', 'PAYMENT_PROVIDER_FAILED'],
})

export const paymentWebhook = endpoint({
  description:
    'Receives webhook events of the payment provider. WEBHOOK_SIGNATURE when the signature is invalid.',
  method: 'POST',
  path: '/api/payments/webhook',
  access: 'signature',
  maxBodyBytes: 256 * 1024,
  data: z.object({ received: z.literal(true) }),
  errors: ['WEBHOOK_SIGNATURE', 'PAYMENT_PROVIDER_FAILED'],
})
