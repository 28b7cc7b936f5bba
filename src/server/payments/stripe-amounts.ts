import { minorDigits } from '#model/money.ts'
import { toStripeAmount } from '#model/stripe-amounts.ts'

/** Amounts that the banks behind Stripe can't move: its API answers 400 to them. */
export class AmountNotMovable extends Error {
  override name = 'AmountNotMovable'
}

/**
 * ISO minor units → Stripe's. Of three decimals the last must be zero; throws `AmountNotMovable` for the others.
 */
export function toStripe(cents: number, currency: string): number {
  const amount = toStripeAmount(cents, currency)
  if (!isMovable(amount, currency))
    throw new AmountNotMovable(`Stripe can’t move ${cents} minor units of ${currency}.`)
  return amount
}

const isMovable = (amount: number, currency: string): boolean =>
  Number.isInteger(amount) && (minorDigits(currency) < 3 || amount % 10 === 0)

/** The least that Stripe charges, in its minor units. Of other currencies it depends on what they are changed into. */
const SMALLEST: Readonly<Record<string, number>> = {
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

/** Amounts have eight digits at most, but in currencies whose units are small. */
const LARGEST = 99_999_999
const SMALL_UNITS: ReadonlySet<string> = new Set(['COP', 'HUF', 'IDR', 'INR', 'JPY', 'KRW', 'LBP', 'VND'])

/** Whether Stripe moves an amount (ISO minor units), as far as its documentation says: its own answer has the last word. */
export function canCharge(cents: number, currency: string): boolean {
  const amount = toStripeAmount(cents, currency)
  const isLargest = amount <= LARGEST || SMALL_UNITS.has(currency)
  return isMovable(amount, currency) && amount >= (SMALLEST[currency] ?? 1) && isLargest
}

/** Stripe's minor units → ISO's. */
export const fromStripe = (amount: number, currency: string): number =>
  Math.round(amount / toStripeAmount(1, currency.toUpperCase()))
