import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { call } from '#browser/platform/api.ts'
import { DECLINES } from '#contracts/platform/declines.ts'
import { createIntent } from '#contracts/checkout/payments.ts'
import { urls } from '#contracts/platform/urls.ts'
import { toStripeAmount } from '#model/money/stripe-amounts.ts'
import type { FieldErrors } from './checkout-form.ts'
import {
  confirmOrderPayment,
  declinedResult,
  refusedResult,
  toPaymentResult,
  type PaymentResult,
  type PaymentForm,
} from './payment-form.ts'

export interface StripeFields {
  stripe: Pick<Stripe, 'confirmPayment'>
  elements: Pick<StripeElements, 'submit' | 'update'>
  /** Amount given to Stripe's fields when they were created, in minor units of `currency`. */
  totalCents: number
  currency: string
}

/** Pays with Stripe.js, so that card data never reaches Foyer. Stripe.js confirms the payment; then the server fetches the result. */
export const payByStripe = ({ stripe, elements, ...shown }: StripeFields): PaymentForm => ({
  check: async (dueCents) => {
    // The buyer may have accepted a changed total, which Stripe's fields must show.
    if (dueCents !== shown.totalCents)
      await elements.update({ amount: toStripeAmount(dueCents, shown.currency) })
    const { error } = await elements.submit()
    const errors: FieldErrors = error ? { payment: error.message ?? 'Complete your payment details.' } : {}
    return errors
  },
  pay: async ({ id }) => {
    const intent = await call(createIntent, { body: { orderId: id } })
    if (!intent.success) return refusedResult(id, intent.error)
    const { error } = await stripe.confirmPayment({
      // The object comes from Stripe.js; `StripeFields` names only the methods used here.
      elements: elements as StripeElements,
      clientSecret: intent.data.clientSecret,
      confirmParams: { return_url: new URL(waitingPage(id), window.location.href).href },
      redirect: 'if_required',
    })
    if (error && (error.type === 'card_error' || error.type === 'validation_error'))
      return declinedResult(declineMessage(error))
    return fetchResult(id, error)
  },
})

/** URL of the order page. With this parameter, the page first fetches the result of the payment. */
const waitingPage = (orderId: string): string => `${urls.order(orderId)}?payment=sent`

/** Returns Foyer's message for known reasons, otherwise Stripe's message, which is also written for buyers. */
function declineMessage({ code, decline_code: reason, message }: StripeError): string | undefined {
  if (reason === 'insufficient_funds') return DECLINES.insufficient_funds
  if (code === 'expired_card') return DECLINES.expired_card
  if (code === 'payment_intent_authentication_failure') return DECLINES.authentication_failed
  return code === 'card_declined' ? DECLINES.card_declined : message
}

/** Asks the server to fetch the result of the payment. If that fails, the order page polls it. */
async function fetchResult(orderId: string, error: StripeError | undefined): Promise<PaymentResult> {
  const waitAt = waitingPage(orderId)
  const answer = await confirmOrderPayment(orderId)
  if (answer.success) return toPaymentResult(answer.data, waitAt)
  const { code, message } = answer.error
  if (code === 'ORDER_NOT_PAYABLE' && !error)
    return { status: 'refused', refusal: { code: 'PAID_TOO_LATE', message } }
  if (!error) return { status: 'away', url: waitAt }
  if (code === 'PAYMENT_METHOD_REQUIRED') return declinedResult('Your payment did not go through. Try again.')
  return refusedResult(orderId, answer.error)
}
