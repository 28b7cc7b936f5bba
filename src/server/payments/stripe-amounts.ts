import { minorDigits } from '#model/money.ts'

/** Where Stripe's digits after the point differ from ISO 4217's. Krónur and shillings have none but are sent as if they had. */
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

/** Amounts that the banks behind Stripe can't move: its API answers 400 to them. */
export class AmountNotMovable extends Error {
  override name = 'AmountNotMovable'
}

const shiftOf = (currency: string): number =>
  (STRIPE_DIGITS[currency] ?? minorDigits(currency)) - minorDigits(currency)

/**
 * ISO minor units → Stripe's. Of three decimals the last must be zero; throws `AmountNotMovable` for the others.
 */
export function toStripe(cents: number, currency: string): number {
  const amount = cents * 10 ** shiftOf(currency)
  const isMovable = Number.isInteger(amount) && (minorDigits(currency) < 3 || amount % 10 === 0)
  if (!isMovable) throw new AmountNotMovable(`Stripe can’t move ${cents} minor units of ${currency}.`)
  return amount
}

/** Stripe's minor units → ISO's. */
export const fromStripe = (amount: number, currency: string): number =>
  Math.round(amount / 10 ** shiftOf(currency.toUpperCase()))
