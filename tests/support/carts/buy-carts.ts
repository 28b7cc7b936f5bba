import fc from 'fast-check'
import { cloneDatabase, type ServerAddress } from '../postgres.ts'
import { openWorld } from '../schedules/world.ts'
import { buyCart } from './buy-cart.ts'
import { randomCart } from './random-cart.ts'

/** Buys random carts; returns the smallest failing one. */
export async function buyCarts(buy: {
  server: ServerAddress
  seed: number
  count: number
}): Promise<string | undefined> {
  const { address, drop } = await cloneDatabase(buy.server)
  const world = await openWorld(address, 'sandbox')
  const property = fc.asyncProperty(randomCart, async (cart) => {
    const wrong = await buyCart(world, cart)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  })
  const details = await fc.check(property, { seed: buy.seed, numRuns: buy.count })
  await world.close()
  drop()
  return details.failed ? (fc.defaultReportMessage(details) ?? 'no more is known') : undefined
}
