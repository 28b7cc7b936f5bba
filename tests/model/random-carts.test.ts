import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkCart } from '#tests/support/carts/check-cart.ts'
import { randomCart } from '#tests/support/carts/random-cart.ts'

// `npm run soak -- --only=carts` tests a million random ones.
it('what is shown is quoted, charged and in the ledger, to the minor unit', () => {
  const property = fc.property(randomCart, (cart) => {
    expect(checkCart(cart)).toEqual([])
  })
  fc.assert(property, { numRuns: 3000, seed: 6 })
})
