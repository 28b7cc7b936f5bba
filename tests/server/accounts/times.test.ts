import { expect, test } from 'vitest'
import { openShop } from '#tests/support/shop.ts'
import { quantile, timeCalls } from '#tests/support/times.ts'

/**
 * What noise may do to two dozen tries. A password that is checked more or less is 30 ms, half of what a call takes. The rest of a
 * busy machine only ever adds: the quick ones tell most.
 */
const NOISE = { share: 0.25, ms: 1.5 }

test('no call takes longer, or less, for an address that somebody has', async () => {
  const shop = await openShop()
  const times = await timeCalls({ ask: shop.ask, db: shop.context.db }, 24)
  await shop.close()
  for (const { call, of } of times) {
    const quick = Object.values(of).map((each) => quantile(each, 0.25))
    const [shortest, longest] = [Math.min(...quick), Math.max(...quick)]
    expect(longest - shortest, `${call}: ${quick.join(', ')} ms`).toBeLessThan(
      longest * NOISE.share + NOISE.ms,
    )
  }
}, 120_000)
