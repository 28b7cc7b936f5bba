import { expect, inject, it } from 'vitest'
import { checkDoorSchedules } from '#tests/support/door-schedules/check-schedules.ts'
import { IS_FULL } from '#tests/support/sample.ts'

// `npm run soak -- --only=door` plays thousands of random ones.
const COUNT = IS_FULL ? 16 : 8
const SEED = 3

it('in random schedules, devices and server agree, lose no scan, and name both devices of a double entry', async () => {
  const { failure, ...counts } = await checkDoorSchedules({
    server: inject('postgres'),
    seed: SEED,
    count: COUNT,
  })
  expect(failure).toBeUndefined()
  expect(counts.played).toBe(COUNT)
  // Guards against schedules in which nothing happens.
  expect(Math.min(counts.scans, counts.conflicts, counts.deaths, counts.cleared)).toBeGreaterThan(0)
})
