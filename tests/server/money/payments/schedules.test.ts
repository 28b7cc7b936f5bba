import { expect, inject, it } from 'vitest'
import { IS_FULL } from '#tests/support/sample.ts'
import { checkSchedules } from '#tests/support/schedules/check-schedules.ts'

// `npm run soak -- --only=schedules` plays thousands of random ones.
// With this seed, each count below was at least 10 in six runs of 40. Timing changes them by up to 3.
const COUNT = IS_FULL ? 40 : 16
const SEED = 12

it('in random schedules, everyone has what they paid for, once', { timeout: 120_000 }, async () => {
  const { failure, ...counts } = await checkSchedules({
    server: inject('postgres'),
    seed: SEED,
    count: COUNT,
  })
  expect(failure).toBeUndefined()
  expect(counts.played).toBe(COUNT)
  // Guards against schedules in which nothing happens.
  const { paid, refunds, vouchersSold, paidByVoucher, settlements, deaths } = counts
  expect(Math.min(paid, refunds, vouchersSold, paidByVoucher, settlements, deaths)).toBeGreaterThan(
    IS_FULL ? 3 : 0,
  )
})
