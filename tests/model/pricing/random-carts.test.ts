import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkCart } from '#tests/support/carts/check-cart.ts'
import { randomCart } from '#tests/support/carts/random-cart.ts'
import { IS_FULL } from '#tests/support/sample.ts'

// `npm run soak -- --only=carts` tests a million random ones.
it('the shown price is quoted, charged and booked exactly', () => {
  const property = fc.property(randomCart, (cart) => {
    expect(checkCart(cart)).toEqual([])
  })
  fc.assert(property, { numRuns: IS_FULL ? 3000 : 1000, seed: 6 })
})
