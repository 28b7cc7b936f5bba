import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  isSettlementTransition,
  divideBalance,
  dueAtMs,
  isScheduleDue,
  latestRunMs,
  SETTLEMENT_TRANSITIONS,
  settleableCents,
  settlementEntries,
  settlementFailedEntries,
  settlementStatesBefore,
  settlementStatus,
  splitSettlement,
  sumStatement,
  type LedgerSum,
  type SettlementSums,
} from '#model/money/settlements.ts'
import { allocateSigned } from '#model/platform/money.ts'

const NOTHING: SettlementSums = {
  balanceCents: 0,
  notDueCents: 0,
  recentDueSalesCents: 0,
  recentNotDueSalesCents: 0,
  memberDebtCents: 0,
}
const NO_RULES = { earlyShareBasisPoints: 0, reserveBasisPoints: 0 }

describe('a balance', () => {
  test.each([
    ['is available when everything is due', { balanceCents: 10_000 }, {}, [0, 0, 10_000]],
    ['is held as far as it isn’t due', { balanceCents: 10_000, notDueCents: 7000 }, {}, [7000, 0, 3000]],
    [
      'is available early by the operator’s share',
      { balanceCents: 10_000, notDueCents: 10_000 },
      { earlyShareBasisPoints: 2500 },
      [7500, 0, 2500],
    ],
    [
      'gives nothing twice: what was paid out early stays not due',
      { balanceCents: 7500, notDueCents: 10_000 },
      { earlyShareBasisPoints: 2500 },
      [7500, 0, 0],
    ],
    [
      'is reserved by a share of the recent sales that are due',
      { balanceCents: 10_000, recentDueSalesCents: 8000 },
      { reserveBasisPoints: 1000 },
      [0, 800, 9200],
    ],
    [
      'isn’t reserved and held at once',
      { balanceCents: 10_000, notDueCents: 10_000, recentNotDueSalesCents: 10_000 },
      { reserveBasisPoints: 1000 },
      [10_000, 0, 0],
    ],
    [
      'is reserved of the early share',
      { balanceCents: 10_000, notDueCents: 10_000, recentNotDueSalesCents: 10_000 },
      { earlyShareBasisPoints: 5000, reserveBasisPoints: 1000 },
      [5000, 500, 4500],
    ],
    ['is carried when negative', { balanceCents: -500 }, {}, [0, 0, 0]],
    [
      'has no negative reserve',
      { balanceCents: 900, recentDueSalesCents: -300 },
      { reserveBasisPoints: 5000 },
      [0, 0, 900],
    ],
  ])('%s', (...[, sums, rules, [notDueCents, reserveCents, availableCents]]) => {
    const balance = divideBalance({ ...NOTHING, ...sums }, { ...NO_RULES, ...rules })
    expect(balance).toMatchObject({
      balanceCents: sums.balanceCents,
      notDueCents,
      reserveCents,
      availableCents,
    })
  })

  it('keeps what members owe', () => {
    const sums = { ...NOTHING, balanceCents: 10_000, notDueCents: 2000, memberDebtCents: 3000 }
    expect(divideBalance(sums, NO_RULES)).toMatchObject({ memberDebtCents: 3000, availableCents: 5000 })
    expect(divideBalance({ ...sums, memberDebtCents: 9000 }, NO_RULES).availableCents).toBe(0)
  })

  const cents = fc.integer({ min: 0, max: 1e12 })
  const share = fc.integer({ min: 0, max: 10_000 })
  const sums = fc.record({
    balanceCents: fc.integer({ min: -1e12, max: 1e12 }),
    notDueCents: cents,
    recentDueSalesCents: fc.integer({ min: -1e12, max: 1e12 }),
    recentNotDueSalesCents: fc.integer({ min: -1e12, max: 1e12 }),
    memberDebtCents: cents,
  })
  const rules = fc.record({ earlyShareBasisPoints: share, reserveBasisPoints: share })

  it('never has negative parts, and never more available than it is', () => {
    fc.assert(
      fc.property(sums, rules, (given, by) => {
        const { notDueCents, reserveCents, availableCents, balanceCents } = divideBalance(given, by)
        expect([notDueCents, reserveCents, availableCents].every((part) => part >= 0)).toBe(true)
        expect(availableCents).toBeLessThanOrEqual(Math.max(0, balanceCents))
        expect(Number.isInteger(availableCents)).toBe(true)
      }),
    )
  })

  it('has nothing available after everything available was paid out', () => {
    fc.assert(
      fc.property(sums, rules, (given, by) => {
        const { availableCents } = divideBalance(given, by)
        const after = divideBalance({ ...given, balanceCents: given.balanceCents - availableCents }, by)
        expect(after.availableCents).toBe(0)
      }),
    )
  })

  it('has less available with a larger reserve, more with a larger early share and no reserve', () => {
    fc.assert(
      fc.property(sums, share, share, (given, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const available = (by: Partial<typeof NO_RULES>): number =>
          divideBalance(given, { ...NO_RULES, ...by }).availableCents
        expect(available({ reserveBasisPoints: high })).toBeLessThanOrEqual(
          available({ reserveBasisPoints: low }),
        )
        expect(available({ earlyShareBasisPoints: low })).toBeLessThanOrEqual(
          available({ earlyShareBasisPoints: high }),
        )
      }),
    )
  })
})

describe('a settlement', () => {
  test.each([
    ['EUR', 99, undefined],
    ['EUR', 100, 100],
    ['JPY', 99, undefined],
    ['JPY', 100, 100],
    ['TND', 999, undefined],
    ['TND', 1000, 1000],
    ['EUR', 12_345, 12_345],
    ['HUF', 12_399, 12_300],
    ['TWD', 199, 100],
    ['TND', 1239, 1230],
    ['ISK', 1239, 1239],
  ])('in %s of %i minor units is %s', (currency, availableCents, expected) => {
    const balance = { ...divideBalance(NOTHING, NO_RULES), availableCents }
    expect(settleableCents(balance, { currency, method: 'provider' })).toBe(expected)
    const byBank = settleableCents(balance, { currency, method: 'bank' })
    expect(byBank).toBe(expected === undefined ? undefined : availableCents)
  })

  test.each([
    [1000, 190, { promoterCents: 810, taxesCents: 190 }],
    [100, 190, { promoterCents: 0, taxesCents: 100 }],
    [1000, -50, { promoterCents: 1000, taxesCents: 0 }],
  ])('of %i with a tax balance of %i is split by account', (amount, taxes, expected) => {
    expect(splitSettlement(amount, taxes)).toEqual(expected)
  })

  it('is booked with zero sum, and returned with the same amounts', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), (promoterCents, taxesCents) => {
        const entries = settlementEntries({ promoterCents, taxesCents })
        const back = settlementFailedEntries({ promoterCents, taxesCents })
        const sum = (of: typeof entries): number =>
          of.reduce((total, { amountCents }) => total + amountCents, 0)
        expect([sum(entries), sum(back)]).toEqual([0, 0])
        expect(entries.every(({ amountCents }) => amountCents !== 0)).toBe(true)
        expect(back.map(({ account, amountCents }) => [account, -amountCents])).toEqual(
          entries.map(({ account, amountCents }) => [account, amountCents]),
        )
      }),
    )
  })

  it('moves only forward: no state is reached twice, and returned money ends it', () => {
    expect(SETTLEMENT_TRANSITIONS.failed).toEqual([])
    expect(SETTLEMENT_TRANSITIONS.cancelled).toEqual([])
    expect(isSettlementTransition('sent', 'cancelled')).toBe(false)
    expect(isSettlementTransition('open', 'paid')).toBe(false)
    expect(settlementStatesBefore('failed')).toEqual(['open', 'cancelling', 'sent', 'paid'])
    expect(settlementStatesBefore('open')).toEqual([])
    for (const from of settlementStatus.options)
      for (const to of SETTLEMENT_TRANSITIONS[from]) expect(isSettlementTransition(to, from)).toBe(false)
  })
})

describe('a schedule', () => {
  const at = (text: string): number => Date.parse(text)
  // A Wednesday.
  const now = at('2026-11-25T10:00:00Z')

  test.each([
    ['after_event', 1, '2026-11-25T00:00:00Z'],
    ['weekly', 1, '2026-11-23T00:00:00Z'],
    ['weekly', 3, '2026-11-25T00:00:00Z'],
    ['weekly', 4, '2026-11-19T00:00:00Z'],
    ['weekly', 7, '2026-11-22T00:00:00Z'],
  ] as const)('%s with weekday %i last ran at %s', (schedule, weekday, expected) => {
    expect(latestRunMs({ schedule, weekday }, now)).toBe(at(expected))
  })

  it('on request never runs', () => {
    expect(isScheduleDue({ schedule: 'on_request', weekday: 1, scheduledAt: undefined }, now)).toBe(false)
  })

  it('runs once for each of its times, also when that was missed', () => {
    const weekly = { schedule: 'weekly', weekday: 1 } as const
    expect(isScheduleDue({ ...weekly, scheduledAt: undefined }, now)).toBe(true)
    expect(isScheduleDue({ ...weekly, scheduledAt: at('2026-11-22T23:59:59Z') }, now)).toBe(true)
    expect(isScheduleDue({ ...weekly, scheduledAt: at('2026-11-23T00:00:00Z') }, now)).toBe(false)
  })

  it('has a weekly time within the last seven days, on its weekday', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 7 }), (time, weekday) => {
        const run = latestRunMs({ schedule: 'weekly', weekday }, time) ?? Number.NaN
        expect(time - run).toBeGreaterThanOrEqual(0)
        expect(time - run).toBeLessThan(7 * 86_400_000)
        expect(new Date(run).getUTCDay() || 7).toBe(weekday)
      }),
    )
  })
})

describe('an event’s amounts', () => {
  const latestEndsAt = Date.parse('2026-12-02T00:00:00Z')
  const usual = { latestEndsAt, refundedSince: undefined, hasOpenRefunds: false }

  it('are due some days after its end', () => {
    expect(dueAtMs(usual, 3)).toBe(Date.parse('2026-12-05T00:00:00Z'))
    expect(dueAtMs(usual, 0)).toBe(latestEndsAt)
  })

  it('are due after a cancellation once its refunds are done', () => {
    const cancelled = { ...usual, refundedSince: Date.parse('2026-11-01T00:00:00Z') }
    expect(dueAtMs({ ...cancelled, hasOpenRefunds: true }, 3)).toBeUndefined()
    expect(dueAtMs(cancelled, 3)).toBe(Date.parse('2026-11-04T00:00:00Z'))
  })
})

describe('a statement', () => {
  it('has a line for each kind, which add up to what the promoter’s accounts received', () => {
    const sums: LedgerSum[] = [
      { kind: 'sale', account: 'buyer', cents: -11_900 },
      { kind: 'sale', account: 'promoter', cents: 9000 },
      { kind: 'sale', account: 'taxes', cents: 1900 },
      { kind: 'sale', account: 'platform_fees', cents: 1000 },
      { kind: 'processing_fee', account: 'platform_fees', cents: -300 },
      { kind: 'processing_fee', account: 'processor', cents: 300 },
      { kind: 'commission', account: 'promoter', cents: -500 },
      { kind: 'commission', account: 'member_earnings', cents: 500 },
      { kind: 'refund', account: 'buyer', cents: 1190 },
      { kind: 'refund', account: 'promoter', cents: -900 },
      { kind: 'refund', account: 'taxes', cents: -190 },
      { kind: 'refund', account: 'platform_fees', cents: -100 },
      { kind: 'settlement', account: 'promoter', cents: -7600 },
      { kind: 'settlement', account: 'taxes', cents: -1710 },
      { kind: 'settlement', account: 'payouts', cents: 9310 },
    ]
    expect(sumStatement(sums)).toEqual({
      lines: [
        { kind: 'sales', cents: 11_900 },
        { kind: 'refunds', cents: -1190 },
        { kind: 'platform_share', cents: -900 },
        { kind: 'commission', cents: -500 },
        { kind: 'settlement', cents: -9310 },
      ],
      totalCents: 0,
      taxesCents: 1710,
    })
  })

  it('shows a provider’s fee that the promoter pays, and neither orders paid outside nor payouts to members', () => {
    expect(
      sumStatement([
        { kind: 'processing_fee', account: 'promoter', cents: -30 },
        { kind: 'processing_fee', account: 'processor', cents: 30 },
        { kind: 'sale', account: 'buyer', cents: -500 },
        { kind: 'sale', account: 'outside', cents: 500 },
        { kind: 'payout', account: 'member_earnings', cents: -70 },
        { kind: 'payout', account: 'payouts', cents: 70 },
      ]).lines,
    ).toEqual([{ kind: 'provider_fees', cents: -30 }])
  })

  it('adds up exactly, whatever the transactions', () => {
    const kinds = [
      'sale',
      'refund',
      'dispute',
      'commission',
      'settlement',
      'settlement_failed',
      'adjustment',
      'processing_fee',
    ]
    const accounts = [
      'buyer',
      'platform_fees',
      'platform_taxes',
      'processor',
      'member_earnings',
      'payouts',
      'outside',
      'taxes',
    ]
    const entry = fc.tuple(fc.constantFrom(...accounts), fc.integer({ min: -1e9, max: 1e9 }))
    const transactions = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.array(entry, { maxLength: 5 })), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(transactions, (given) => {
        const sums = given.flatMap(([kind, entries]): LedgerSum[] => {
          const others = entries.map(([account, cents]) => ({ kind, account, cents }))
          const rest = -others.reduce((total, { cents }) => total + cents, 0)
          return [...others, { kind, account: 'promoter', cents: rest }]
        })
        const received = sums
          .filter(({ account }) => account === 'promoter' || account === 'taxes')
          .reduce((total, { cents }) => total + cents, 0)
        expect(sumStatement(sums).totalCents).toBe(received)
      }),
    )
  })

  it('divides amounts of either sign by weight without a remainder', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 6 }),
        (cents, weights) => {
          const parts = allocateSigned(cents, weights)
          expect(parts.reduce((total, part) => total + part, 0)).toBe(cents)
          expect(parts.every((part) => part === 0 || Math.sign(part) === Math.sign(cents))).toBe(true)
        },
      ),
    )
  })
})
