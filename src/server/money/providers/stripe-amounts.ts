import { minorDigits } from '#model/platform/money.ts'
import { toStripeAmount } from '#model/money/stripe-amounts.ts'

/** Stripe can't transfer this amount to a bank: its API responds with 400. */
export class AmountNotMovable extends Error {
  override name = 'AmountNotMovable'
}

/**
 * Converts ISO minor units to Stripe's. In currencies with three decimals, the last digit must be zero; otherwise throws
 * `AmountNotMovable`.
 */
export function toStripeMinorUnits(cents: number, currency: string): number {
  const amount = toStripeAmount(cents, currency)
  if (!isMovable(amount, currency))
    throw new AmountNotMovable(`Stripe can’t move ${cents} minor units of ${currency}.`)
  return amount
}

const isMovable = (amount: number, currency: string): boolean =>
  Number.isInteger(amount) && (minorDigits(currency) < 3 || amount % 10 === 0)

/**
 * Stripe's minimum charge by currency, in Stripe's minor units. In other currencies, the minimum depends on the
 * currency in which Stripe settles.
 */
const MIN_CHARGES: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
}

/** Stripe's maximum charge. Some currencies with small units allow more. */
const MAX_CHARGE = 99_999_999
const SMALL_UNITS: ReadonlySet<string> = new Set(['COP', 'HUF', 'IDR', 'INR', 'JPY', 'KRW', 'LBP', 'VND'])

/** True when Stripe's documentation allows the amount (ISO minor units). Stripe may still refuse it. */
export function canCharge(cents: number, currency: string): boolean {
  const amount = toStripeAmount(cents, currency)
  const isLargest = amount <= MAX_CHARGE || SMALL_UNITS.has(currency)
  return isMovable(amount, currency) && amount >= (MIN_CHARGES[currency] ?? 1) && isLargest
}

export const fromStripeMinorUnits = (amount: number, currency: string): number =>
  Math.round(amount / toStripeAmount(1, currency.toUpperCase()))
