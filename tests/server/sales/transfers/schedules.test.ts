import { expect, inject, it } from 'vitest'
import { IS_FULL } from '#tests/support/sample.ts'
import { checkTicketSchedules } from '#tests/support/ticket-schedules/check-schedules.ts'

// `npm run soak -- --only=tickets` plays thousands of random ones.
const COUNT = IS_FULL ? 20 : 8
const SEED = 5

it(
  'in random schedules, each ticket has one valid code, which one person sees',
  { timeout: 120_000 },
  async () => {
    const { failure, ...counts } = await checkTicketSchedules({
      server: inject('postgres'),
      seed: SEED,
      count: COUNT,
    })
    expect(failure).toBeUndefined()
    expect(counts.played).toBe(COUNT)
    // Guards against schedules in which nothing happens.
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0)
  },
)
