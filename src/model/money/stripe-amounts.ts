import { minorDigits } from '#model/platform/money.ts'

/** Number of decimals of the currencies for which Stripe's minor units differ from ISO 4217. */
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

/** Converts Foyer's minor units to Stripe's. The browser's form and the payment must use the same amount. */
export const toStripeAmount = (cents: number, currency: string): number =>
  cents * 10 ** ((STRIPE_DIGITS[currency] ?? minorDigits(currency)) - minorDigits(currency))

/** Currencies with minor units in which Stripe pays out only whole major units. */
const PAID_IN_WHOLE_UNITS: ReadonlySet<string> = new Set(['HUF', 'TWD'])

/**
 * Returns the largest amount up to `cents` that Stripe can pay out. In currencies with three decimals, the last digit must be
 * zero.
 */
export function largestStripePayout(cents: number, currency: string): number {
  if (PAID_IN_WHOLE_UNITS.has(currency)) return cents - (cents % 100)
  return minorDigits(currency) < 3 ? cents : cents - (cents % 10)
}
