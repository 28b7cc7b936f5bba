import { expect, test } from 'vitest'
import { openShop } from '#tests/support/shop.ts'
import { quantile, timeCalls, type Times } from '#tests/support/times.ts'

/**
 * What noise may do to two dozen tries. A password that is checked more or less is 30 ms, half of what a call takes. The rest of a
 * busy machine only ever adds: the quick ones tell most.
 */
const NOISE = { share: 0.25, ms: 1.5 }
/** A busy machine may spoil one round. What takes longer by itself does in every one. */
const ROUNDS = 8

/** A sentence for each call that tells something. */
const findTelling = (times: Times[]): string[] =>
  times.flatMap(({ call, of }) => {
    const quick = Object.values(of).map((each) => quantile(each, 0.25))
    const [shortest, longest] = [Math.min(...quick), Math.max(...quick)]
    const isNoise = longest - shortest < longest * NOISE.share + NOISE.ms
    return isNoise ? [] : [`${call}: ${quick.join(', ')} ms`]
  })

test('no call takes longer, or less, for an address that somebody has', async () => {
  const shop = await openShop()
  let telling: string[] = []
  for (let round = 0; round === 0 || (telling.length > 0 && round < ROUNDS); round += 1)
    telling = findTelling(await timeCalls({ ask: shop.ask, db: shop.context.db }, 24))
  await shop.close()
  expect(telling).toEqual([])
}, 300_000)
