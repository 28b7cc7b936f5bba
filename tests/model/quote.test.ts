import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_FEES, ticketFeeCents, type FeeRule } from '#model/fees.ts'
import type { Discount } from '#model/promo.ts'
import { quote, type QuoteLine } from '#model/quote.ts'

const rule: FeeRule = {
  ticketBaseCents: 99,
  ticketBasisPoints: 250,
  orderBaseCents: 150,
  orderBasisPoints: 100,
}
const cheap: FeeRule = { ticketBaseCents: 10, ticketBasisPoints: 0, orderBaseCents: 20, orderBasisPoints: 0 }
const feeRuleOf = (eventId: string): FeeRule => (eventId === 'night' ? rule : cheap)

const night: QuoteLine = { ticketTypeId: 'standing', eventId: 'night', priceCents: 2000, quantity: 2 }
const day: QuoteLine = { ticketTypeId: 'lawn', eventId: 'day', priceCents: 1000, quantity: 1 }
const free: QuoteLine = { ticketTypeId: 'child', eventId: 'night', priceCents: 0, quantity: 3 }

describe('§5: one price', () => {
  test('subtotal, discount, fees and total of a purchase', () => {
    const price = quote({
      lines: [night, day],
      feeRuleOf,
      discount: { type: 'percentage', basisPoints: 1000 },
      deliveryCents: 350,
    })
    expect(price).toEqual({
      lines: [
        { ...night, totalCents: 4000, ticketFeeCents: 298 },
        { ...day, totalCents: 1000, ticketFeeCents: 10 },
      ],
      subtotalCents: 5000,
      discountCents: 500,
      // The order's percentage is of the amount after discount: 1 % of 45.00.
      fees: { ticketFeesCents: 308, orderFeesCents: 195, deliveryFeeCents: 350, totalFeesCents: 853 },
      totalCents: 5353,
    })
  })

  test('order fees are charged once, by the first item’s event', () => {
    expect(quote({ lines: [night, day], feeRuleOf }).fees.orderFeesCents).toBe(200)
    expect(quote({ lines: [day, night], feeRuleOf }).fees.orderFeesCents).toBe(20)
  })

  test('an empty cart costs nothing', () => {
    expect(quote({ lines: [], feeRuleOf, discount: { type: 'fixed', cents: 500 } })).toMatchObject({
      subtotalCents: 0,
      discountCents: 0,
      totalCents: 0,
    })
  })

  test('free orders carry no fees', () => {
    expect(quote({ lines: [free], feeRuleOf }).totalCents).toBe(0)
    expect(
      quote({ lines: [night], feeRuleOf, discount: { type: 'percentage', basisPoints: 10_000 } }).totalCents,
    ).toBe(0)
  })

  test('a free ticket beside one that is paid for carries no fee either', () => {
    expect(quote({ lines: [free, night], feeRuleOf }).lines.map((line) => line.ticketFeeCents)).toEqual([
      0, 298,
    ])
  })

  test('free tickets that are sent by post cost the postage', () => {
    expect(quote({ lines: [free], feeRuleOf, deliveryCents: 490 })).toMatchObject({
      fees: { totalFeesCents: 490 },
      totalCents: 490,
    })
  })
})

const anyLine: fc.Arbitrary<QuoteLine> = fc.record({
  ticketTypeId: fc.constantFrom('a', 'b', 'c'),
  eventId: fc.constantFrom('night', 'day'),
  priceCents: fc.nat(100_000),
  quantity: fc.integer({ min: 1, max: 10 }),
})
const anyDiscount: fc.Arbitrary<Discount | undefined> = fc.option(
  fc.oneof(
    fc.record({ type: fc.constant('percentage' as const), basisPoints: fc.nat(10_000) }),
    fc.record({ type: fc.constant('fixed' as const), cents: fc.nat(300_000) }),
  ),
  { nil: undefined },
)
const share = fc.nat(10_000)
const anyRule: fc.Arbitrary<FeeRule> = fc.record({
  ticketBaseCents: fc.nat(500),
  ticketBasisPoints: share,
  orderBaseCents: fc.nat(500),
  orderBasisPoints: share,
})

test('total = Σ lines − discount + fees, in whole cents, for every purchase', () => {
  const purchase = fc.record({
    lines: fc.array(anyLine, { maxLength: 6 }),
    discount: anyDiscount,
    rule: anyRule,
    deliveryCents: fc.nat(2000),
  })
  fc.assert(
    fc.property(purchase, ({ lines, discount, rule: each, deliveryCents }) => {
      const price = quote({ lines, discount, deliveryCents, feeRuleOf: () => each })
      const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)
      expect(price.subtotalCents).toBe(sum(lines.map((line) => line.priceCents * line.quantity)))
      expect(price.fees.ticketFeesCents).toBe(sum(price.lines.map((line) => line.ticketFeeCents)))
      const { ticketFeesCents, orderFeesCents, deliveryFeeCents, totalFeesCents } = price.fees
      expect(totalFeesCents).toBe(ticketFeesCents + orderFeesCents + deliveryFeeCents)
      expect(price.totalCents).toBe(price.subtotalCents - price.discountCents + totalFeesCents)
      expect(Number.isInteger(price.totalCents)).toBe(true)
      expect(price.totalCents).toBeGreaterThanOrEqual(deliveryCents)
    }),
  )
})

test('what one ticket is shown with is what it is charged with', () => {
  fc.assert(
    fc.property(anyLine, anyRule, (line, each) => {
      const [charged] = quote({ lines: [{ ...line, quantity: 1 }], feeRuleOf: () => each }).lines
      expect(charged?.ticketFeeCents).toBe(ticketFeeCents(each, { ...line, quantity: 1 }))
    }),
  )
})

test('without fees the total is the subtotal after discount', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 6 }), anyDiscount, (lines, discount) => {
      const price = quote({ lines, discount, feeRuleOf: () => NO_FEES })
      expect(price.totalCents).toBe(price.subtotalCents - price.discountCents)
    }),
  )
})
