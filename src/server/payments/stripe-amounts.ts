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
  const isMovable = Number.isInteger(amount) && (minorDigits(currency) < 3 || amount % 10 === 0)
  if (!isMovable) throw new AmountNotMovable(`Stripe can’t move ${cents} minor units of ${currency}.`)
  return amount
}

/** Stripe's minor units → ISO's. */
export const fromStripe = (amount: number, currency: string): number =>
  Math.round(amount / toStripeAmount(1, currency.toUpperCase()))
