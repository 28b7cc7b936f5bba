import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatCommissionRules, type NamedRule } from '#model/money/format-commission.ts'
import {
  clawedBackCentsByLine,
  commissionOf,
  mostSpecificRule,
  lineRevenue,
  type CommissionRule,
  type Deductions,
} from '#model/money/commissions.ts'

const rule = (more: Partial<CommissionRule>): CommissionRule => ({
  id: 'r',
  memberId: null,
  eventId: null,
  ticketTypeId: null,
  currency: null,
  approval: 'open',
  terms: { kind: 'percentage', basisPoints: 500 },
  ...more,
})
const sold = { memberId: 'ada', eventId: 'night', ticketTypeId: 'floor', currency: 'EUR' }

describe('the most specific rule', () => {
  const farToNear = [
    rule({ id: 'promoter' }),
    rule({ id: 'event', eventId: 'night' }),
    rule({ id: 'type', eventId: 'night', ticketTypeId: 'floor' }),
    rule({ id: 'member', memberId: 'ada' }),
    rule({ id: 'member and event', memberId: 'ada', eventId: 'night' }),
    rule({ id: 'member and type', memberId: 'ada', ticketTypeId: 'floor' }),
  ]

  test.each(farToNear.map(({ id }, index) => [id, index] as const))('is that of the %s', (id, index) => {
    const known = farToNear.slice(0, index + 1)
    expect(mostSpecificRule(known, sold)?.id).toBe(id)
    expect(mostSpecificRule(known.toReversed(), sold)?.id).toBe(id)
  })

  it('never belongs to another member, event, ticket type or currency', () => {
    const foreign = [
      rule({ memberId: 'bob' }),
      rule({ eventId: 'day' }),
      rule({ ticketTypeId: 'stand' }),
      rule({ currency: 'USD', terms: { kind: 'fixed', amountCents: 100 } }),
    ]
    expect(mostSpecificRule(foreign, sold)).toBeUndefined()
  })

  it('in the sale’s currency precedes one for all currencies', () => {
    const own = rule({ id: 'z', currency: 'EUR', terms: { kind: 'fixed', amountCents: 100 } })
    expect(mostSpecificRule([rule({ id: 'a' }), own], sold)?.id).toBe('z')
  })
})

describe('commission of a line', () => {
  test.each([
    // Two at 25.00, 5.00 discount; 19% of 45.00 is 7.18 when included, or is added.
    ['taxes inside', true, 3782],
    ['taxes on top', false, 4500],
  ])('is computed from revenue: %s', (_, included, revenueCents) => {
    const line = { priceCents: 2500, quantity: 2, discountCents: 500, taxCents: 718 }
    expect(lineRevenue(line, included)).toBe(revenueCents)
  })

  const line = { revenueCents: 10_000, quantity: 4, soldBefore: 0 }
  test.each([
    ['8%', { kind: 'percentage', basisPoints: 800 }, 0, 800],
    ['2.00 each', { kind: 'fixed', amountCents: 200 }, 0, 800],
    ['30.00 each of 25.00', { kind: 'fixed', amountCents: 3000 }, 0, 10_000],
    ['the first tier', TIERS(), 0, 500],
    ['one of the first, three of the second', TIERS(), 49, 125 + 600],
    ['the second tier', TIERS(), 50, 800],
    ['nothing below the first', { kind: 'tiers', tiers: [{ from: 2, basisPoints: 1000 }] }, 0, 500],
  ] as const)('%s', (...[, terms, soldBefore, cents]) => {
    expect(commissionOf(terms, { ...line, soldBefore })).toBe(cents)
  })

  it('never exceeds the revenue, and is the same per line as per ticket, up to rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 120 }),
        fc.uniqueArray(fc.record({ from: fc.integer({ min: 0, max: 100 }), basisPoints: bps() }), {
          minLength: 1,
          maxLength: 5,
          selector: (each) => each.from,
        }),
        (...[price, quantity, soldBefore, tiers]) => {
          const terms = { kind: 'tiers', tiers } as const
          const whole = commissionOf(terms, { revenueCents: price * quantity, quantity, soldBefore })
          const each = Array.from({ length: quantity }, (__, seat) =>
            commissionOf(terms, { revenueCents: price, quantity: 1, soldBefore: soldBefore + seat }),
          ).reduce((sum, cents) => sum + cents, 0)
          expect(whole).toBeLessThanOrEqual(price * quantity)
          expect(Math.abs(whole - each)).toBeLessThanOrEqual(quantity)
        },
      ),
    )
  })
})

describe('deductions', () => {
  const nothing: Deductions = {
    promoterCents: 5000,
    withTicketsCents: 0,
    withoutTicketsCents: 0,
    leftCents: 5450,
    disputedCents: 0,
  }
  const lines = [{ amountCents: 400, quantity: 2, gone: 0 }]

  test.each([
    ['nothing', lines, nothing, [0]],
    ['one of two tickets', [{ amountCents: 401, quantity: 2, gone: 1 }], nothing, [200]],
    ['both', [{ amountCents: 401, quantity: 2, gone: 2 }], nothing, [401]],
    ['a fifth of the money', lines, { ...nothing, withoutTicketsCents: 1000 }, [80]],
    ['all of the money', lines, { ...nothing, withoutTicketsCents: 5000 }, [400]],
    [
      'one ticket, and half of what was left',
      [{ amountCents: 400, quantity: 2, gone: 1 }],
      { ...nothing, withTicketsCents: 2500, withoutTicketsCents: 1250 },
      [300],
    ],
    ['a dispute about all', lines, { ...nothing, disputedCents: 5450 }, [400]],
    ['a dispute about half', lines, { ...nothing, disputedCents: 2725 }, [200]],
  ])('%s', (...[, given, money, cents]) => {
    expect(clawedBackCentsByLine(given, money)).toEqual(cents)
  })

  it('never exceed the commission, grow with refunds, and reach it only with a full refund', () => {
    const given = fc
      .record({
        amountCents: fc.integer({ min: 1, max: 100_000_000 }),
        quantity: fc.integer({ min: 1, max: 50 }),
        part: fc.double({ min: 0, max: 1, noNaN: true }),
        promoterCents: fc.integer({ min: 1, max: 1_000_000_000 }),
        refunded: fc.double({ min: 0, max: 0.99, noNaN: true }),
        disputed: fc.double({ min: 0, max: 0.99, noNaN: true }),
      })
      .map(({ amountCents, quantity, part, promoterCents, refunded, disputed }) => ({
        line: { amountCents, quantity, gone: Math.floor(part * quantity) },
        money: {
          promoterCents,
          withTicketsCents: 0,
          withoutTicketsCents: Math.floor(promoterCents * refunded),
          leftCents: promoterCents,
          disputedCents: Math.floor(promoterCents * disputed),
        },
      }))
    fc.assert(
      fc.property(given, ({ line, money }) => {
        const [clawed = -1] = clawedBackCentsByLine([line], money)
        expect(clawed).toBeGreaterThanOrEqual(0)
        expect(clawed === line.amountCents).toBe(line.gone === line.quantity)
        const more = clawedBackCentsByLine([{ ...line, gone: Math.min(line.quantity, line.gone + 1) }], {
          ...money,
          withoutTicketsCents: money.withoutTicketsCents + 1,
        })
        expect(more[0]).toBeGreaterThanOrEqual(clawed)
      }),
    )
  })
})

describe('formatted rules', () => {
  const named = (more: Partial<NamedRule>): NamedRule => ({
    ...rule({}),
    eventTitle: null,
    ticketName: null,
    ...more,
  })
  test.each([
    [named({}), '5% of ticket revenue'],
    [
      named({ eventTitle: 'Night Shift', approval: 'manual' }),
      'Night Shift: 5% of ticket revenue, once approved',
    ],
    [
      named({
        eventTitle: 'Night Shift',
        ticketName: 'Floor',
        currency: 'EUR',
        terms: { kind: 'fixed', amountCents: 250 },
      }),
      'Night Shift, Floor: €2.50 for each ticket',
    ],
    [named({ terms: TIERS() }), '5% of ticket revenue, 8% from ticket 51 of an event on'],
    [named({ eventTitle: 'Free Day', approval: 'closed' }), 'Free Day: no commission'],
  ])('%#', (given, words) => {
    expect(formatCommissionRules([given])).toEqual([words])
  })

  it('omit rules replaced by a member’s own', () => {
    expect(
      formatCommissionRules([named({ memberId: 'ada' }), named({ eventId: 'night', eventTitle: 'Night' })]),
    ).toEqual(['5% of ticket revenue'])
  })
})

function TIERS() {
  return {
    kind: 'tiers',
    tiers: [
      { from: 50, basisPoints: 800 },
      { from: 0, basisPoints: 500 },
    ],
  } as const
}

function bps() {
  return fc.integer({ min: 0, max: 10_000 })
}
