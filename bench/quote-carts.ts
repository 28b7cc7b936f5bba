import fc from 'fast-check'
import { checkCart } from '#tests/support/carts/check-cart.ts'
import { randomCart } from '#tests/support/carts/random-cart.ts'

/** Prices the number of random carts in the JSON argument; prints the smallest failing cart, if any, as JSON. */
const { count, seed }: { count: number; seed: number } = JSON.parse(process.argv[2] ?? '')
const property = fc.property(randomCart, (cart) => {
  const wrong = checkCart(cart)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
})
const details = fc.check(property, { numRuns: count, seed })
const failure = details.failed ? (fc.defaultReportMessage(details) ?? 'no more is known') : undefined
process.stdout.write(JSON.stringify({ failure }))
