import { expect, it } from 'vitest'
import { toStripeAmount } from '#model/money/stripe-amounts.ts'

it.each([
  ['EUR', 1250, 1250],
  ['JPY', 5800, 5800],
  ['KWD', 12_500, 12_500],
  ['ISK', 5800, 580_000],
  ['UGX', 5800, 580_000],
  ['MGA', 580_000, 5800],
])('%s: %i minor units are %i of Stripe’s', (currency, cents, amount) => {
  expect(toStripeAmount(cents, currency)).toBe(amount)
})
