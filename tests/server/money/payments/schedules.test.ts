import { expect, inject, it } from 'vitest'
import { IS_FULL } from '#tests/support/sample.ts'
import { cloneDatabase } from '#tests/support/postgres.ts'
import { checkSchedules } from '#tests/support/schedules/check-schedules.ts'
import type { Schedule } from '#tests/support/schedules/command.ts'
import { runSchedule } from '#tests/support/schedules/run-schedule.ts'
import { openWorld } from '#tests/support/schedules/world.ts'

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

/** The process dies after that many statements of sending the settlement, which is cancelled then. */
const cancelAfter = (statements: number): Schedule => ({
  provider: 'stripe',
  types: [{ capacity: 1, priceCents: 2500 }],
  promo: { percent: 10, maxUses: 1, maxUsesPerCustomer: undefined },
  taxMillionths: 0,
  terms: {
    ticketBaseCents: 50,
    ticketBasisPoints: 500,
    orderBaseCents: 100,
    processingFeePaidBy: 'platform',
    taxesRemittedBy: 'promoter',
  },
  commands: [
    { do: 'pay', cart: 0, card: 'refunded late', voucher: { pick: 0, share: 1 } },
    { do: 'settle', key: 0 },
    { do: 'deadly', step: { do: 'send settlements' }, after: statements, isSent: true },
    { do: 'cancel settlement', pick: 0 },
  ],
})

it('reverses the transfer of a settlement that is cancelled before it is paid out', async () => {
  const { address, drop } = await cloneDatabase(inject('postgres'))
  const world = await openWorld(address, 'stripe')
  try {
    for (let statements = 1; statements <= 8; statements += 1)
      expect(await runSchedule(world, cancelAfter(statements))).toEqual([])
    const transfers = await world.db.selectFrom('sandbox.transfers').select('is_reversed').execute()
    expect(transfers.map((each) => each.is_reversed)).toContain(true)
  } finally {
    await world.close()
    drop()
  }
})
