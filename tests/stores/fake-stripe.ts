import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { sql } from 'kysely'
import type { StripeFields } from '#stores/stripe-payment.ts'
import type { BrowserShop } from './browser-shop.ts'

/** What Stripe's script does when it is told to charge: it reports an error, or nothing. */
type Charge = (intentId: string) => Promise<Partial<StripeError> | undefined>

export interface FakeStripe extends StripeFields {
  /** What is in the card fields decides what comes of the next charge. */
  charge: Charge
  /** What the fields say is wrong with them. */
  complaint: string | undefined
  /** What was asked of it, in order. */
  asked: string[]
}

/** Stripe's script as far as the checkout talks to it, before a provider that keeps the books in this process. */
export function createFakeStripe(shop: BrowserShop, totalCents: number): FakeStripe {
  const fake: FakeStripe = {
    charge: payWith(shop, '4242424242424242'),
    complaint: undefined,
    asked: [],
    totalCents,
    currency: 'EUR',
    elements: {
      update: async ({ amount }: { amount?: number }) => void fake.asked.push(`update ${amount}`),
      submit: async () => {
        fake.asked.push('submit')
        const { complaint: message } = fake
        return message ? { error: { type: 'validation_error', message } } : { selectedPaymentMethod: 'card' }
      },
      // Of the group's many forms of `update` and `submit` only these are called.
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
      // Of its four forms only this one is called, and nothing but the error is read.
    } as unknown as Pick<Stripe, 'confirmPayment'>,
  }
  return fake
}

interface Confirmation {
  clientSecret: string
  confirmParams: { return_url: string }
}

/** Charges one of the provider's test cards. */
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
