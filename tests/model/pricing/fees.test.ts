import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEFAULT_FEES_CACHE_MS,
  NO_FEES,
  orderFeeCents,
  ticketFeeCents,
  toFeeConfiguration,
  toFeeRule,
  type FeeRule,
} from '#model/pricing/fees.ts'
import { feeConfiguration } from '#model/pricing/price-schemas.ts'

const rule: FeeRule = {
  ticketBaseCents: 99,
  ticketBasisPoints: 250,
  orderBaseCents: 150,
  orderBasisPoints: 100,
}

describe('§5: ticket fee = ticketBaseFee × quantity + price × quantity × percentage', () => {
  test.each([
    [2000, 1, 149],
    [2000, 2, 298],
    [1250, 2, 261],
    [1, 1, 99],
    [20, 1, 100],
  ])('%i × %i carry %i', (priceCents, quantity, fee) => {
    expect(ticketFeeCents(rule, { priceCents, quantity })).toBe(fee)
  })

  test('is rounded once per line: 3 × 0.33 at 2.5 % is 0.02, not 3 × 0.01', () => {
    expect(ticketFeeCents({ ...NO_FEES, ticketBasisPoints: 250 }, { priceCents: 33, quantity: 3 })).toBe(2)
  })

  test('is 0 for a free ticket', () => {
    expect(ticketFeeCents(rule, { priceCents: 0, quantity: 4 })).toBe(0)
  })
})

describe('§5: order fee = orderProcessingFee + order amount × percentage', () => {
  test.each([
    [5000, 200],
    [4950, 200],
    [4949, 199],
    [0, 150],
  ])('an order of %i carries %i', (amount, fee) => {
    expect(orderFeeCents(rule, amount)).toBe(fee)
  })
})

test('NO_FEES cost nothing', () => {
  expect(ticketFeeCents(NO_FEES, { priceCents: 12_345, quantity: 9 }) + orderFeeCents(NO_FEES, 12_345)).toBe(
    0,
  )
})

describe('§3: a fee configuration in API format', () => {
  test('§5: percentages above 1 are whole percents, others fractions', () => {
    const wire = {
      ticketBaseFee: 0.99,
      ticketPercentageFee: 2.5,
      orderProcessingFee: 1.5,
      orderPercentageFee: 0.01,
    }
    expect(toFeeRule(wire, 'EUR')).toEqual(rule)
  })

  test('base fees use the currency’s decimals', () => {
    const wire = { ticketBaseFee: 80, ticketPercentageFee: 0, orderProcessingFee: 110, orderPercentageFee: 0 }
    expect(toFeeRule(wire, 'JPY')).toMatchObject({ ticketBaseCents: 80, orderBaseCents: 110 })
  })

  test('round-trips for every rule and currency', () => {
    const share = fc.integer({ min: 0, max: 10_000 })
    const anyRule = fc.record({
      ticketBaseCents: fc.nat(100_000),
      ticketBasisPoints: share,
      orderBaseCents: fc.nat(100_000),
      orderBasisPoints: share,
    })
    fc.assert(
      fc.property(anyRule, fc.constantFrom('EUR', 'JPY', 'KWD'), (each, currency) => {
        const wire = toFeeConfiguration(each, currency)
        expect(feeConfiguration.safeParse(wire).success).toBe(true)
        expect(toFeeRule(wire, currency)).toEqual(each)
      }),
    )
  })

  test.each([{ ticketBaseFee: -1 }, { orderPercentageFee: 101 }, { orderProcessingFee: '1' }])(
    '%o is refused',
    (wrong) => {
      const wire = {
        ticketBaseFee: 0,
        ticketPercentageFee: 0,
        orderProcessingFee: 0,
        orderPercentageFee: 0,
        ...wrong,
      }
      expect(feeConfiguration.safeParse(wire).success).toBe(false)
    },
  )
})

test('§9: the default fee configuration is kept for 15 minutes', () => {
  expect(DEFAULT_FEES_CACHE_MS).toBe(900_000)
})
