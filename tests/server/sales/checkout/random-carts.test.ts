import { expect, inject, it } from 'vitest'
import { buyCarts } from '#tests/support/carts/buy-carts.ts'
import { IS_FULL } from '#tests/support/sample.ts'

const COUNT = IS_FULL ? 40 : 15

it(
  'carts are bought at the browser’s price, through the API and into the ledger',
  { timeout: 120_000 },
  async () => {
    expect(await buyCarts({ server: inject('postgres'), seed: 6, count: COUNT })).toBeUndefined()
  },
)
