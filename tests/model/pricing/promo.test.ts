import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isDiscounted,
  discountCents,
  promoRefusal,
  toDiscount,
  type Discount,
  type PromoTerms,
} from '#model/pricing/promo.ts'

const line = (ticketTypeId: string, priceCents: number, quantity = 1) => ({
  ticketTypeId,
  priceCents,
  quantity,
})

describe('§5: discount', () => {
  test.each<[string, Discount | undefined, number]>([
    ['no code', undefined, 0],
    ['10%', { type: 'percentage', basisPoints: 1000 }, 800],
    ['12.5%, halves up', { type: 'percentage', basisPoints: 1250 }, 1000],
    ['0.01% rounds to a cent', { type: 'percentage', basisPoints: 1 }, 1],
    ['10% capped at maxDiscountAmount', { type: 'percentage', basisPoints: 1000, maxCents: 500 }, 500],
    ['10% below its cap', { type: 'percentage', basisPoints: 1000, maxCents: 5000 }, 800],
    ['a cap of zero', { type: 'percentage', basisPoints: 1000, maxCents: 0 }, 0],
    ['100%', { type: 'percentage', basisPoints: 10_000 }, 8000],
    ['more than 100%', { type: 'percentage', basisPoints: 20_000 }, 8000],
    ['fixed', { type: 'fixed', cents: 500 }, 500],
    ['fixed above the subtotal', { type: 'fixed', cents: 9000 }, 8000],
    ['10% of one ticket type', { type: 'percentage', basisPoints: 1000, ticketTypeIds: ['a'] }, 500],
    ['fixed above what it covers', { type: 'fixed', cents: 9000, ticketTypeIds: ['b'] }, 3000],
    ['a ticket type that is not there', { type: 'fixed', cents: 500, ticketTypeIds: ['z'] }, 0],
    ['an empty scope covers nothing', { type: 'fixed', cents: 500, ticketTypeIds: [] }, 0],
  ])('%s', (_, discount, cents) => {
    expect(discountCents(discount, [line('a', 2500, 2), line('b', 3000)])).toBe(cents)
  })

  test('is rounded once, on the sum: 10% of 3 × 0.15 is 0.05', () => {
    expect(
      discountCents({ type: 'percentage', basisPoints: 1000 }, [line('a', 15), line('b', 15), line('c', 15)]),
    ).toBe(5)
  })

  test.each<Discount>([
    { type: 'percentage', basisPoints: 5000 },
    { type: 'fixed', cents: 500 },
  ])('is 0 for an empty cart', (discount) => {
    expect(discountCents(discount, [])).toBe(0)
  })

  const scope = fc.option(fc.subarray(['a', 'b', 'c']), { nil: undefined })
  const anyDiscount: fc.Arbitrary<Discount> = fc.oneof(
    fc.record({
      type: fc.constant('percentage' as const),
      basisPoints: fc.integer({ min: 0, max: 20_000 }),
      maxCents: fc.option(fc.nat(1_000_000), { nil: undefined }),
      ticketTypeIds: scope,
    }),
    fc.record({ type: fc.constant('fixed' as const), cents: fc.nat(1_000_000), ticketTypeIds: scope }),
  )
  const anyLines = fc.array(
    fc.record({
      ticketTypeId: fc.constantFrom('a', 'b', 'c', 'd'),
      priceCents: fc.nat(200_000),
      quantity: fc.integer({ min: 1, max: 10 }),
    }),
    { maxLength: 5 },
  )

  test('is a whole amount between zero and what the code covers', () => {
    fc.assert(
      fc.property(anyDiscount, anyLines, (discount, lines) => {
        const covered = lines
          .filter((each) => isDiscounted(discount, each.ticketTypeId))
          .reduce((sum, each) => sum + each.priceCents * each.quantity, 0)
        const cents = discountCents(discount, lines)
        expect(Number.isInteger(cents)).toBe(true)
        expect(cents).toBeGreaterThanOrEqual(0)
        expect(cents).toBeLessThanOrEqual(covered)
        expect(cents).toBeLessThanOrEqual(
          (discount.type === 'percentage' ? discount.maxCents : discount.cents) ?? Infinity,
        )
      }),
    )
  })
})

describe('§3: a code as it travels', () => {
  test.each([
    [
      'EUR',
      { discountType: 'percentage' as const, discountValue: 12.5, maxDiscountAmount: 30 },
      { type: 'percentage', basisPoints: 1250, maxCents: 3000 },
    ],
    [
      'EUR',
      { discountType: 'percentage' as const, discountValue: 1 },
      { type: 'percentage', basisPoints: 100 },
    ],
    ['EUR', { discountType: 'fixed' as const, discountValue: 4.99 }, { type: 'fixed', cents: 499 }],
    ['JPY', { discountType: 'fixed' as const, discountValue: 1000 }, { type: 'fixed', cents: 1000 }],
  ])('in %s: %o', (currency, wire, discount) => {
    expect(toDiscount({ code: 'X', ...wire, ticketTypeIds: ['a'] }, currency)).toEqual({
      ...discount,
      ticketTypeIds: ['a'],
    })
  })
})

describe('validity of a code', () => {
  const NOW = 1000
  const open: PromoTerms = { active: true }
  const use = { lines: [{ ticketTypeId: 'a', eventId: 'night' }], taken: 3, takenByCustomer: 1, now: NOW }

  test.each<[string, Partial<PromoTerms>, ReturnType<typeof promoRefusal>]>([
    ['without limits', {}, undefined],
    ['switched off', { active: false }, 'PROMO_UNKNOWN'],
    ['from now on', { startsAt: NOW }, undefined],
    ['from later on', { startsAt: NOW + 1 }, 'PROMO_NOT_YET'],
    ['until later', { endsAt: NOW + 1 }, undefined],
    ['until now', { endsAt: NOW }, 'PROMO_ENDED'],
    ['one use left', { maxUses: 4 }, undefined],
    ['used up', { maxUses: 3 }, 'PROMO_USED_UP'],
    ['never meant to be used', { maxUses: 0 }, 'PROMO_USED_UP'],
    ['once more for this customer', { maxUsesPerCustomer: 2 }, undefined],
    ['used by this customer', { maxUsesPerCustomer: 1 }, 'PROMO_CUSTOMER_LIMIT'],
    ['for this event', { eventId: 'night' }, undefined],
    ['for another event', { eventId: 'day' }, 'PROMO_UNKNOWN'],
    ['for this ticket type', { ticketTypeIds: ['a', 'b'] }, undefined],
    ['for another ticket type', { ticketTypeIds: ['b'] }, 'PROMO_UNKNOWN'],
    ['for ticket types that were deleted', { ticketTypeIds: [] }, 'PROMO_UNKNOWN'],
    ['ended and used up: the first reason is told', { endsAt: NOW, maxUses: 0 }, 'PROMO_ENDED'],
  ])('%s', (_, terms, refusal) => {
    expect(promoRefusal({ ...open, ...terms }, use)).toBe(refusal)
  })

  test('event and ticket type must match in one line', () => {
    const lines = [
      { ticketTypeId: 'a', eventId: 'day' },
      { ticketTypeId: 'b', eventId: 'night' },
    ]
    expect(promoRefusal({ ...open, eventId: 'night', ticketTypeIds: ['a'] }, { ...use, lines })).toBe(
      'PROMO_UNKNOWN',
    )
  })

  test('an empty cart is not covered', () => {
    expect(promoRefusal(open, { ...use, lines: [] })).toBe('PROMO_UNKNOWN')
  })
})
