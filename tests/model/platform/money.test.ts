import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allocate,
  basisPointsToFraction,
  hasValidDecimals,
  formatMoney,
  minorDigits,
  percentageToBasisPoints,
  percentToBasisPoints,
  multiplyByFraction,
  applyBasisPoints,
  toCents,
  toMajor,
} from '#model/platform/money.ts'
import { CURRENCIES } from '#model/platform/currencies.ts'
import { currency } from '#model/platform/currency.ts'

const anyCurrency = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD')

describe('major and minor units', () => {
  test.each([
    [1.5, 'EUR', true],
    [0, 'EUR', true],
    [-1.25, 'EUR', true],
    [1.005, 'EUR', false],
    [0.1 + 0.2, 'EUR', true],
    [100, 'JPY', true],
    [100.5, 'JPY', false],
    [0.4, 'JPY', false],
    [1.234, 'KWD', true],
  ])('%f fits %s: %s', (amount, currency, fits) => {
    expect(hasValidDecimals(amount, currency)).toBe(fits)
  })

  test.each([
    [12.5, 'EUR', 1250],
    [0.1 + 0.2, 'EUR', 30],
    [1.005, 'USD', 101],
    [8.575, 'USD', 858],
    [19.99, 'USD', 1999],
    [-1.005, 'EUR', -101],
    [0, 'EUR', 0],
    [5800, 'JPY', 5800],
    [5800.5, 'JPY', 5801],
    [1.2345, 'KWD', 1235],
  ])('%f %s is %i minor units, rounded half-up', (major, code, cents) => {
    expect(toCents(major, code)).toBe(cents)
  })

  test.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['XTS', 2],
  ])('%s has %i decimals', (code, digits) => {
    expect(minorDigits(code)).toBe(digits)
  })

  test('round-trip in currencies of 0, 2 and 3 decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), anyCurrency, (cents, code) => {
        expect(toCents(toMajor(cents, code), code)).toBe(cents)
      }),
    )
  })

  test('differ by at most half a minor unit', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), anyCurrency, (major, code) => {
        expect(Math.abs(toMajor(toCents(major, code), code) - major)).toBeLessThanOrEqual(
          0.5 / 10 ** minorDigits(code) + 1e-9,
        )
      }),
    )
  })
})

describe('§5: a percentage above 1 is whole percents, otherwise a fraction', () => {
  test.each([
    [2.5, 250],
    [0.025, 250],
    [1, 10_000],
    [1.01, 101],
    [100, 10_000],
    [0.5, 5000],
    [0, 0],
    [0.0825, 825],
    [8.25, 825],
  ])('%f is %i basis points', (value, basisPoints) => {
    expect(percentageToBasisPoints(value)).toBe(basisPoints)
  })

  test('whole percents above 1 and their fraction mean the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 10_000 }), (basisPoints) => {
        expect(percentageToBasisPoints(basisPoints / 100)).toBe(basisPoints)
        expect(percentageToBasisPoints(basisPoints / 10_000)).toBe(basisPoints)
      }),
    )
  })

  test('what the wire carries is read back as what was meant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (basisPoints) => {
        expect(percentageToBasisPoints(basisPointsToFraction(basisPoints))).toBe(basisPoints)
      }),
    )
  })
})

test.each([
  [12.5, 1250],
  [1, 100],
  [0.5, 50],
  [100, 10_000],
])('a promo code of %f percent has %i basis points', (percent, basisPoints) => {
  expect(percentToBasisPoints(percent)).toBe(basisPoints)
})

describe('a share of an amount', () => {
  test.each([
    [999, 1000, 100],
    [5, 1000, 1],
    [4, 1000, 0],
    [1250, 0, 0],
    [1250, 10_000, 1250],
  ])('of %i minor units at %i basis points is %i', (cents, basisPoints, share) => {
    expect(applyBasisPoints(cents, basisPoints)).toBe(share)
  })

  test('equals exact arithmetic for every safe integer product', () => {
    const exact = (cents: number, basisPoints: number): number =>
      Number((BigInt(cents) * BigInt(basisPoints) + 5000n) / 10_000n)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900_000_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (cents, basisPoints) => {
          expect(applyBasisPoints(cents, basisPoints)).toBe(exact(cents, basisPoints))
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('formatted money', () => {
  test.each([
    [1250, 'EUR', '€12.50'],
    [5800, 'JPY', '¥5,800'],
    [120_000, 'USD', '$1,200.00'],
    [1, 'USD', '$0.01'],
  ])('%i of %s is %s', (cents, code, words) => {
    expect(formatMoney(cents, code)).toBe(words)
  })

  test.each([
    [123_450, 'HUF', 'Ft\u00A01,234.50'],
    [123_400, 'HUF', 'Ft\u00A01,234'],
    [5, 'COP', '$0.05'],
    [1, 'KWD', 'KWD\u00A00.001'],
    [-99, 'EUR', '-€0.99'],
    [0, 'GBP', '£0.00'],
    [9_007_199_254_740_991, 'USD', '$90,071,992,547,409.91'],
    [1250, 'JMD', 'JMD\u00A012.50'],
  ])('%i of %s is %s: no minor unit is rounded away', (cents, code, words) => {
    expect(formatMoney(cents, code)).toBe(words)
  })

  test.each(CURRENCIES)('whole amounts of %s are written as in British English', (code) => {
    const digits = minorDigits(code)
    const british = new Intl.NumberFormat('en-GB', {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
    })
    for (const whole of [0, 1, 12, 999, 1000, 123_456, 7_654_321, -1, -1234])
      expect(formatMoney(whole * 10 ** digits, code)).toBe(british.format(whole))
  })
})

test.each([
  ['EUR', true],
  ['eur', false],
  ['EURO', false],
  ['', false],
])('“%s” as a currency code: %s', (code, isRight) => {
  expect(currency.safeParse(code).success).toBe(isRight)
})

describe('allocation of an amount', () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [1, 5, 1], [0, 2, 0]],
    [5, [3, 0, 3], [3, 0, 2]],
    [0, [1, 2], [0, 0]],
    [7, [], []],
    [7, [0, 0], [0, 0]],
  ])('%i by %j is %j', (cents, weights, shares) => {
    expect(allocate(cents, weights)).toEqual(shares)
  })

  test('sums to it, each share rounded down or up', () => {
    const weights = fc.array(fc.nat(1_000_000_000_000), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.nat(1_000_000_000_000), weights, (cents, each) => {
        const whole = each.reduce((sum, weight) => sum + BigInt(weight), 0n)
        fc.pre(whole > 0n)
        const shares = allocate(cents, each)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents)
        shares.forEach((share, index) => {
          const exact = BigInt(cents) * BigInt(each[index] ?? 0)
          const over = BigInt(share) * whole - exact
          expect(over < whole && over > -whole).toBe(true)
        })
      }),
    )
  })

  test('a quotient is rounded half-up where floats would fail', () => {
    expect(multiplyByFraction(9_007_199_254_740_991, 999_999, 1_000_000)).toBe(9_007_190_247_541_736)
    expect(multiplyByFraction(1, 1, 2)).toBe(1)
    expect(multiplyByFraction(1, 499_999, 1_000_000)).toBe(0)
  })
})
