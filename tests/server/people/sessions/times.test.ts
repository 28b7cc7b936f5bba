import { expect, test } from 'vitest'
import { openShop } from '#tests/support/shop.ts'
import { quantile, timeCalls, type Times } from '#tests/support/times.ts'

/**
 * Tolerated difference of two dozen attempts. One password check takes 30 ms, half of a call. Compares fast quantiles, because a busy
 * machine only adds time.
 */
const NOISE = { share: 0.25, ms: 1.5 }
/** A busy machine may spoil a round; a systematic difference appears in every round. */
const ROUNDS = 8

/** Describes each call whose times differ. */
const findTelling = (times: Times[]): string[] =>
  times.flatMap(({ call, of }) => {
    const quick = Object.values(of).map((each) => quantile(each, 0.25))
    const [shortest, longest] = [Math.min(...quick), Math.max(...quick)]
    const isNoise = longest - shortest < longest * NOISE.share + NOISE.ms
    return isNoise ? [] : [`${call}: ${quick.join(', ')} ms`]
  })

test('no call’s duration reveals whether an address is known @full', async () => {
  const shop = await openShop({ hasRealPasswordCost: true })
  let telling: string[] = []
  for (let round = 0; round === 0 || (telling.length > 0 && round < ROUNDS); round += 1)
    telling = findTelling(await timeCalls({ ask: shop.ask, db: shop.context.db }, 24))
  await shop.close()
  expect(telling).toEqual([])
}, 300_000)
