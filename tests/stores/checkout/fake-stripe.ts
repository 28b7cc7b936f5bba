import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { sql } from 'kysely'
import type { StripeFields } from '#stores/checkout/stripe-payment.ts'
import type { BrowserShop } from '#tests/stores/browser-shop.ts'

/** Simulates a charge of Stripe.js: resolves to an error or undefined. */
type Charge = (intentId: string) => Promise<Partial<StripeError> | undefined>

export interface FakeStripe extends StripeFields {
  charge: Charge
  /** Validation error of the fields. */
  problemMessage: string | undefined
  asked: string[]
}

/** The part of Stripe.js that the checkout uses, on a provider engine in this process. */
export function createFakeStripe(shop: BrowserShop, totalCents: number): FakeStripe {
  const fake: FakeStripe = {
    charge: payWith(shop, '4242424242424242'),
    problemMessage: undefined,
    asked: [],
    totalCents,
    currency: 'EUR',
    elements: {
      update: async ({ amount }: { amount?: number }) => void fake.asked.push(`update ${amount}`),
      submit: async () => {
        fake.asked.push('submit')
        const { problemMessage: message } = fake
        return message ? { error: { type: 'validation_error', message } } : { selectedPaymentMethod: 'card' }
      },
      // Only these overloads are called.
    } as Pick<StripeElements, 'submit' | 'update'>,
    stripe: {
      confirmPayment: async ({ clientSecret, confirmParams }: Confirmation) => {
        fake.asked.push(`confirm, back at ${new URL(confirmParams.return_url).pathname.slice(0, 8)}`)
        const { rows } = await sql<{ intentId: string }>`
          select intent_id as "intentId" from payments where client_secret = ${clientSecret}`.execute(
          shop.context.db,
        )
        const error = await fake.charge(rows[0]?.intentId ?? 'none')
        return error ? { error } : {}
      },
      // Only this overload is called, and only the error is read.
    } as unknown as Pick<Stripe, 'confirmPayment'>,
  }
  return fake
}

interface Confirmation {
  clientSecret: string
  confirmParams: { return_url: string }
}

/** Charges a test card. */
export const payWith =
  (shop: BrowserShop, number: string): Charge =>
  async (intentId) => {
    const { decline } = await shop.context.payments.confirmIntent(intentId, {
      number,
      expiry: '12/30',
      cvc: '123',
    })
    if (!decline) return undefined
    return { type: 'card_error', code: 'card_declined', decline_code: decline, message: 'In Stripe’s words.' }
  }
