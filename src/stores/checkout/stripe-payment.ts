import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { call } from '#browser/platform/api.ts'
import { DECLINES } from '#contracts/platform/errors.ts'
import { createIntent } from '#contracts/checkout/payments.ts'
import { urls } from '#contracts/platform/urls.ts'
import { toStripeAmount } from '#model/money/stripe-amounts.ts'
import type { FieldErrors } from './checkout-form.ts'
import { confirm, declined, toPaying, type Paying, type PaymentForm } from './payment-form.ts'

export interface StripeFields {
  stripe: Pick<Stripe, 'confirmPayment'>
  elements: Pick<StripeElements, 'submit' | 'update'>
  /** Amount shown by the fields, in minor units of `currency`. */
  totalCents: number
  currency: string
}

/** The card never passes through Foyer. Stripe.js charges the payment of the order; the server then fetches the result. */
export const payByStripe = ({ stripe, elements, ...shown }: StripeFields): PaymentForm => ({
  check: async (totalCents) => {
    // A changed price was accepted just now, before the fields were updated.
    if (totalCents !== shown.totalCents)
      await elements.update({ amount: toStripeAmount(totalCents, shown.currency) })
    const { error } = await elements.submit()
    const errors: FieldErrors = error ? { payment: error.message ?? 'Complete your payment details.' } : {}
    return errors
  },
  pay: async ({ id }) => {
    const intent = await call(createIntent, { body: { orderId: id } })
    if (!intent.success) return { status: 'refused', refusal: intent.error }
    const { error } = await stripe.confirmPayment({
      // The object of Stripe.js; the type names only part of it.
      elements: elements as StripeElements,
      clientSecret: intent.data.clientSecret,
      confirmParams: { return_url: new URL(waitingPage(id), window.location.href).href },
      redirect: 'if_required',
    })
    if (error && (error.type === 'card_error' || error.type === 'validation_error'))
      return declined(declineMessage(error))
    return look(id, error)
  },
})

/** Order page that fetches the payment's result before it shows anything. */
const waitingPage = (orderId: string): string => `${urls.order(orderId)}?payment=sent`

/** Foyer's message for known reasons, otherwise Stripe's, which is also written for buyers. */
function declineMessage({ code, decline_code: reason, message }: StripeError): string | undefined {
  if (reason === 'insufficient_funds') return DECLINES.insufficient_funds
  if (code === 'expired_card') return DECLINES.expired_card
  if (code === 'payment_intent_authentication_failure') return DECLINES.authentication_failed
  return code === 'card_declined' ? DECLINES.card_declined : message
}

/** After the charge, lets the server fetch the result. If that fails, the order page keeps polling. */
async function look(orderId: string, error: StripeError | undefined): Promise<Paying> {
  const waitAt = waitingPage(orderId)
  const answer = await confirm(orderId)
  if (answer.success) return toPaying(answer.data, waitAt)
  const { code, message } = answer.error
  if (code === 'ORDER_NOT_PAYABLE') return { status: 'refused', refusal: { code: 'PAID_TOO_LATE', message } }
  if (!error) return { status: 'away', url: waitAt }
  if (code === 'PAYMENT_METHOD_REQUIRED') return declined('Your payment did not go through. Try again.')
  return { status: 'refused', refusal: answer.error }
}
