import { describe, expect, it } from 'vitest'
import { forecastPayout, nextRunMs } from '#model/money/settlement-forecast.ts'

const at = (time: string): number => Date.parse(`${time}Z`)

describe('the next run of a schedule', () => {
  // 25 November 2026 is a Wednesday.
  const now = at('2026-11-25T10:00:00')
  it.each([
    ['after_event', 1, undefined, '2026-11-25T10:00:00'],
    ['after_event', 1, '2026-11-24T23:59:00', '2026-11-25T10:00:00'],
    ['after_event', 1, '2026-11-25T00:10:00', '2026-11-26T00:00:00'],
    ['weekly', 1, undefined, '2026-11-25T10:00:00'],
    ['weekly', 1, '2026-11-23T08:00:00', '2026-11-30T00:00:00'],
    ['weekly', 3, '2026-11-25T00:10:00', '2026-12-02T00:00:00'],
    ['weekly', 4, '2026-11-19T00:10:00', '2026-11-26T00:00:00'],
  ] as const)('%s on day %i, last run at %s, is at %s', (...row) => {
    const [schedule, weekday, ranAt, expected] = row
    const scheduledAt = ranAt === undefined ? undefined : at(ranAt)
    expect(nextRunMs({ schedule, weekday, scheduledAt }, now)).toBe(at(expected))
  })

  it('doesn’t exist on request', () => {
    expect(nextRunMs({ schedule: 'on_request', weekday: 1, scheduledAt: undefined }, now)).toBeUndefined()
  })
})

describe('the expected payout', () => {
  const sums = {
    balanceCents: 10_000,
    notDueCents: 8000,
    recentDueSalesCents: 0,
    recentNotDueSalesCents: 8000,
    memberDebtCents: 0,
    earlyShareBasisPoints: 0,
    reserveBasisPoints: 0,
  }
  const notDue = [
    { dueAtMs: undefined, amountCents: 1000 },
    { dueAtMs: 300, amountCents: 4000 },
    { dueAtMs: 500, amountCents: 3000 },
  ]
  const forecast = { notDue, nextRun: 100, currency: 'EUR', method: 'bank' } as const

  it.each([
    ['what is available at the next run', {}, { at: 100, cents: 2000 }],
    ['what becomes due first, when nothing is available', { balanceCents: 8000 }, { at: 300, cents: 4000 }],
    ['what is left after refunds were deducted', { balanceCents: 3000 }, { at: 500, cents: 2000 }],
    ['what the reserve leaves', { balanceCents: 8000, reserveBasisPoints: 1000 }, { at: 300, cents: 3200 }],
    ['an early share', { balanceCents: 8000, earlyShareBasisPoints: 2500 }, { at: 100, cents: 2000 }],
    ['nothing of what waits for refunds', { balanceCents: 1000 }, undefined],
  ] as const)('is %s', (_, more, expected) => {
    expect(forecastPayout({ ...forecast, sums: { ...sums, ...more } })).toEqual(expected)
  })
})
