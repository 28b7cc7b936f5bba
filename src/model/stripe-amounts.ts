import { minorDigits } from './money.ts'

/** Digits that Stripe counts where its minor units are not ISO 4217's. */
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

/** Foyer's minor units → Stripe's, which the browser's form and the payment must agree about. */
export const toStripeAmount = (cents: number, currency: string): number =>
  cents * 10 ** ((STRIPE_DIGITS[currency] ?? minorDigits(currency)) - minorDigits(currency))
