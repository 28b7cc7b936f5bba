import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { call } from '#browser/api.ts'
import { DECLINES } from '#contracts/errors.ts'
import { createIntent } from '#contracts/payments.ts'
import { urls } from '#contracts/urls.ts'
import { toStripeAmount } from '#model/stripe-amounts.ts'
import type { FieldErrors } from './checkout-form.ts'
import { confirm, declined, toPaying, type Paying, type PaymentForm } from './payment-form.ts'

/** What is needed of Stripe's script and of the fields that it has put into the page. */
export interface StripeFields {
  stripe: Pick<Stripe, 'confirmPayment'>
  elements: Pick<StripeElements, 'submit' | 'update'>
  /** What the fields have been told that it will cost, in minor units of `currency`. */
  totalCents: number
  currency: string
}

/**
 * Pays in fields that belong to Stripe: the card never goes through Foyer. The payment is made at Stripe when there is an
 * order to pay, Stripe's script charges it and has the bank ask what it wants to know, and the server then looks for itself.
 */
export const payByStripe = ({ stripe, elements, ...shown }: StripeFields): PaymentForm => ({
  check: async (totalCents) => {
    // A price that was accepted just now is charged just now: the page has had no time to tell the fields.
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
      // The group that Stripe's script has made: this only names less of it.
      elements: elements as StripeElements,
      clientSecret: intent.data.clientSecret,
      confirmParams: { return_url: new URL(waitingPage(id), window.location.href).href },
      redirect: 'if_required',
    })
    if (error && (error.type === 'card_error' || error.type === 'validation_error'))
      return declined(declineWords(error))
    return look(id, error)
  },
})

/** The order's page, told that somebody comes from paying: it asks how that went before it shows anything. */
const waitingPage = (orderId: string): string => `${urls.order(orderId)}?payment=sent`

/** Foyer's own sentence for the reasons that it knows, else Stripe's, which is written for the buyer, too. */
function declineWords({ code, decline_code: reason, message }: StripeError): string | undefined {
  if (reason === 'insufficient_funds') return DECLINES.insufficient_funds
  if (code === 'expired_card') return DECLINES.expired_card
  if (code === 'payment_intent_authentication_failure') return DECLINES.authentication_failed
  return code === 'card_declined' ? DECLINES.card_declined : message
}

/**
 * Stripe's script has charged, or can't tell. The server asks Stripe; where even that fails after a charge, the order's page
 * goes on asking.
 */
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
