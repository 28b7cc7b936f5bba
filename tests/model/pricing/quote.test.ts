import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_FEES, ticketFeeCents, type FeeRule } from '#model/pricing/fees.ts'
import type { Discount } from '#model/pricing/promo.ts'
import { calculateQuote, type QuoteLine } from '#model/pricing/quote.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'

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
    const price = calculateQuote({
      lines: [night, day],
      feeRuleOf,
      discount: { type: 'percentage', basisPoints: 1000 },
      deliveryCents: 350,
    })
    expect(price).toEqual({
      lines: [
        { ...night, totalCents: 4000, ticketFeeCents: 298, discountCents: 400, taxCents: 0 },
        { ...day, totalCents: 1000, ticketFeeCents: 10, discountCents: 100, taxCents: 0 },
      ],
      subtotalCents: 5000,
      discountCents: 500,
      // The order's percentage applies after discount: 1% of 45.00.
      fees: { ticketFeesCents: 308, orderFeesCents: 195, deliveryFeeCents: 350, totalFeesCents: 853 },
      tax: { included: true, taxCents: 0, roundingCents: 0, rates: [] },
      totalCents: 5353,
    })
  })

  test('order fees are charged once, by the first item’s event', () => {
    expect(calculateQuote({ lines: [night, day], feeRuleOf }).fees.orderFeesCents).toBe(200)
    expect(calculateQuote({ lines: [day, night], feeRuleOf }).fees.orderFeesCents).toBe(20)
  })

  test('an empty cart costs nothing', () => {
    expect(calculateQuote({ lines: [], feeRuleOf, discount: { type: 'fixed', cents: 500 } })).toMatchObject({
      subtotalCents: 0,
      discountCents: 0,
      totalCents: 0,
    })
  })

  test('free orders carry no fees', () => {
    expect(calculateQuote({ lines: [free], feeRuleOf }).totalCents).toBe(0)
    expect(
      calculateQuote({ lines: [night], feeRuleOf, discount: { type: 'percentage', basisPoints: 10_000 } })
        .totalCents,
    ).toBe(0)
  })

  test('a free ticket carries no fee beside a paid one', () => {
    expect(
      calculateQuote({ lines: [free, night], feeRuleOf }).lines.map((line) => line.ticketFeeCents),
    ).toEqual([0, 298])
  })

  test('free tickets by post cost the postage', () => {
    expect(calculateQuote({ lines: [free], feeRuleOf, deliveryCents: 490 })).toMatchObject({
      fees: { totalFeesCents: 490 },
      totalCents: 490,
    })
  })
})

describe('taxes', () => {
  const vat = { name: 'VAT', rateMillionths: 190_000 }
  const taxed = (included: boolean): QuoteLine[] =>
    [night, day].map((line) => ({ ...line, tax: { included, rounding: 'per_line' as const, rates: [vat] } }))
  const discount: Discount = { type: 'fixed', cents: 1000, ticketTypeIds: ['standing'] }

  test('added: on tickets after discount, not on fees', () => {
    const price = calculateQuote({ lines: taxed(false), feeRuleOf, discount, deliveryCents: 350 })
    expect(price.lines.map((line) => [line.discountCents, line.taxCents])).toEqual([
      [1000, 570],
      [0, 190],
    ])
    expect(price.tax).toEqual({
      included: false,
      taxCents: 760,
      roundingCents: 0,
      rates: [{ ...vat, baseCents: 4000, taxCents: 760 }],
    })
    // The order fee is computed from the amount without tax.
    expect(price.fees.orderFeesCents).toBe(190)
    expect(price.totalCents).toBe(4000 + 308 + 190 + 350 + 760)
  })

  test('included: the total stays', () => {
    const without = calculateQuote({ lines: [night, day], feeRuleOf, discount })
    const price = calculateQuote({ lines: taxed(true), feeRuleOf, discount })
    expect(price.totalCents).toBe(without.totalCents)
    expect(price.tax).toMatchObject({ included: true, taxCents: 639 })
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

const anyTax: fc.Arbitrary<TaxRule | undefined> = fc.option(
  fc.record({
    included: fc.boolean(),
    rounding: fc.constantFrom('per_line', 'per_rate', 'keep_gross'),
    rates: fc.array(fc.record({ name: fc.constantFrom('VAT', 'City'), rateMillionths: fc.nat(300_000) }), {
      maxLength: 3,
    }),
  }),
  { nil: undefined },
)
const anyLines: fc.Arbitrary<QuoteLine[]> = fc
  .tuple(fc.array(fc.tuple(anyLine, fc.boolean()), { maxLength: 6 }), anyTax)
  .map(([lines, tax]) => lines.map(([line, isTaxed]) => ({ ...line, tax: isTaxed ? tax : undefined })))

test('total = Σ lines − discount + fees + taxes, in whole cents, for every purchase', () => {
  const purchase = fc.record({
    lines: anyLines,
    discount: anyDiscount,
    rule: anyRule,
    deliveryCents: fc.nat(2000),
  })
  fc.assert(
    fc.property(purchase, ({ lines, discount, rule: each, deliveryCents }) => {
      const price = calculateQuote({ lines, discount, deliveryCents, feeRuleOf: () => each })
      const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)
      expect(price.subtotalCents).toBe(sum(lines.map((line) => line.priceCents * line.quantity)))
      expect(price.fees.ticketFeesCents).toBe(sum(price.lines.map((line) => line.ticketFeeCents)))
      const { ticketFeesCents, orderFeesCents, deliveryFeeCents, totalFeesCents } = price.fees
      expect(totalFeesCents).toBe(ticketFeesCents + orderFeesCents + deliveryFeeCents)
      expect(sum(price.lines.map((line) => line.discountCents))).toBe(price.discountCents)
      expect(sum(price.lines.map((line) => line.taxCents))).toBe(price.tax.taxCents)
      expect(price.lines.every((line) => line.discountCents <= line.totalCents)).toBe(true)
      const { included, taxCents, roundingCents } = price.tax
      expect(price.totalCents).toBe(
        price.subtotalCents -
          price.discountCents +
          totalFeesCents +
          (included ? 0 : taxCents) +
          roundingCents,
      )
      expect(Number.isInteger(price.totalCents)).toBe(true)
      expect(price.totalCents).toBeGreaterThanOrEqual(deliveryCents)
    }),
  )
})

test('the price shown for one ticket is the price charged', () => {
  fc.assert(
    fc.property(anyLine, anyRule, (line, each) => {
      const [charged] = calculateQuote({ lines: [{ ...line, quantity: 1 }], feeRuleOf: () => each }).lines
      expect(charged?.ticketFeeCents).toBe(ticketFeeCents(each, { ...line, quantity: 1 }))
    }),
  )
})

test('without fees the total is the subtotal after discount', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 6 }), anyDiscount, (lines, discount) => {
      const price = calculateQuote({ lines, discount, feeRuleOf: () => NO_FEES })
      expect(price.totalCents).toBe(price.subtotalCents - price.discountCents)
    }),
  )
})
