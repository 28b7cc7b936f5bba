import { minorDigits } from '#model/platform/money.ts'

/** Currencies whose minor units at Stripe differ from ISO 4217. */
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

/** Converts Foyer's minor units to Stripe's; the browser's form and the payment must use the same amount. */
export const toStripeAmount = (cents: number, currency: string): number =>
  cents * 10 ** ((STRIPE_DIGITS[currency] ?? minorDigits(currency)) - minorDigits(currency))
