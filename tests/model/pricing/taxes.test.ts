import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { millionthsToPercent, percentToMillionths } from '#model/platform/money.ts'
import { calculateTaxes, type TaxableLine, type TaxRate, type TaxRule } from '#model/pricing/taxes.ts'

const NEW_YORK: TaxRate[] = [
  { name: 'State tax', rateMillionths: 40_000 },
  { name: 'City tax', rateMillionths: 45_000 },
  { name: 'MTA tax', rateMillionths: 3750 },
]
const VAT: TaxRate = { name: 'VAT', rateMillionths: 190_000 }
const REDUCED: TaxRate = { name: 'VAT', rateMillionths: 70_000 }

const ROUNDINGS = ['per_line', 'per_rate', 'keep_gross'] as const
type Rounding = (typeof ROUNDINGS)[number]

const onTop = (rounding: Rounding, rates: TaxRate[]): TaxRule => ({ included: false, rounding, rates })
const inPrices = (rounding: Rounding, rates: TaxRate[]): TaxRule => ({ included: true, rounding, rates })

describe('the examples of docs/taxes.md', () => {
  test.each([
    { rounding: 'per_line', tax: 622, byRate: [280, 315, 27], byLine: [89, 533] },
    { rounding: 'per_rate', tax: 621, byRate: [280, 315, 26], byLine: [89, 532] },
    { rounding: 'keep_gross', tax: 623, byRate: [281, 316, 26], byLine: [89, 534] },
  ] as const)('added, $rounding: one ticket at $10.00 and three at $20.00 in New York', (example) => {
    const { rounding, tax, byRate, byLine } = example
    const rule = onTop(rounding, NEW_YORK)
    const taxes = calculateTaxes([
      { amountCents: 1000, quantity: 1, tax: rule },
      { amountCents: 6000, quantity: 3, tax: rule },
    ])
    expect(taxes).toEqual({
      included: false,
      taxCents: tax,
      roundingCents: 0,
      rates: NEW_YORK.map((rate, index) => ({ ...rate, baseCents: 7000, taxCents: byRate[index] })),
      lineTaxCents: byLine,
    })
  })

  test.each([
    { rounding: 'per_line', taxCents: 480, baseCents: 2517, roundingCents: 0, byLine: [160, 160, 160] },
    { rounding: 'per_rate', taxCents: 478, baseCents: 2517, roundingCents: -2, byLine: [160, 159, 159] },
    { rounding: 'keep_gross', taxCents: 479, baseCents: 2518, roundingCents: 0, byLine: [160, 160, 159] },
  ] as const)('included, $rounding: three ticket types at €9.99', (example) => {
    const { rounding, taxCents, baseCents, roundingCents, byLine } = example
    const line = { amountCents: 999, quantity: 1, tax: inPrices(rounding, [VAT]) }
    expect(calculateTaxes([line, line, line])).toEqual({
      included: true,
      taxCents,
      roundingCents,
      rates: [{ ...VAT, baseCents, taxCents }],
      lineTaxCents: byLine,
    })
  })
})

describe('what is taxed', () => {
  test.each(ROUNDINGS)('two rates with the same name are separate, %s', (rounding) => {
    const taxes = calculateTaxes([
      { amountCents: 1190, quantity: 1, tax: inPrices(rounding, [VAT]) },
      { amountCents: 1070, quantity: 1, tax: inPrices(rounding, [REDUCED]) },
    ])
    expect(taxes.rates).toEqual([
      { ...VAT, baseCents: 1000, taxCents: 190 },
      { ...REDUCED, baseCents: 1000, taxCents: 70 },
    ])
    expect(taxes.lineTaxCents).toEqual([190, 70])
  })

  test.each(ROUNDINGS)('an untaxed line beside a taxed one, %s', (rounding) => {
    const taxes = calculateTaxes([
      { amountCents: 5000, quantity: 1 },
      { amountCents: 1000, quantity: 1, tax: onTop(rounding, [VAT]) },
    ])
    expect(taxes).toMatchObject({ taxCents: 190, lineTaxCents: [0, 190] })
    expect(taxes.rates).toEqual([{ ...VAT, baseCents: 1000, taxCents: 190 }])
  })

  test('nothing is taxed without rates or price', () => {
    const none = { included: true, taxCents: 0, roundingCents: 0, rates: [] }
    expect(calculateTaxes([])).toEqual({ ...none, lineTaxCents: [] })
    expect(calculateTaxes([{ amountCents: 100, quantity: 1 }])).toEqual({ ...none, lineTaxCents: [0] })
    expect(calculateTaxes([{ amountCents: 0, quantity: 2, tax: onTop('per_line', [VAT]) }])).toEqual({
      ...none,
      lineTaxCents: [0],
    })
  })

  test('a rate of zero shows its base', () => {
    const exempt = { name: 'VAT', rateMillionths: 0 }
    expect(
      calculateTaxes([{ amountCents: 900, quantity: 1, tax: inPrices('keep_gross', [exempt]) }]).rates,
    ).toEqual([{ ...exempt, baseCents: 900, taxCents: 0 }])
  })

  test('per ticket, when the discount makes one of three a cent cheaper', () => {
    // 9.67 + 9.67 + 9.66 plus 19%: 1.84 + 1.84 + 1.84, while the sum would give 5.51.
    const rule = onTop('keep_gross', [VAT])
    expect(calculateTaxes([{ amountCents: 2900, quantity: 3, tax: rule }]).taxCents).toBe(552)
  })
})

const anyRate = fc.record({
  name: fc.constantFrom('VAT', 'City tax', 'State tax'),
  rateMillionths: fc.nat(300_000),
})
const anyRates = fc.uniqueArray(anyRate, {
  minLength: 1,
  maxLength: 3,
  selector: ({ name, rateMillionths }) => `${name} ${rateMillionths}`,
})

/** Lines of one tax rule with some of its rates; amounts up to where a product with a rate exceeds 2^53. */
const anyLines = (included: boolean, rounding: Rounding): fc.Arbitrary<TaxableLine[]> =>
  fc.array(fc.option(anyRates, { nil: [] }), { minLength: 1, maxLength: 3 }).chain((stacks) =>
    fc.array(
      fc.record({
        amountCents: fc.oneof(fc.nat(300), fc.nat(100_000), fc.nat(1_000_000_000_000)),
        quantity: fc.integer({ min: 1, max: 10 }),
        tax: fc.constantFrom(...stacks).map((rates) => ({ included, rounding, rates })),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  )

const total = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

/** Deviation from `cents × numerator / denominator` in halves of a minor unit, rounded up, in exact arithmetic. */
function halvesOff(got: number, exact: { cents: number; numerator: number; denominator: number }): bigint {
  const denominator = BigInt(exact.denominator)
  const off = BigInt(got) * denominator - BigInt(exact.cents) * BigInt(exact.numerator)
  const twice = 2n * (off < 0n ? -off : off)
  return (twice + denominator - 1n) / denominator
}

const WHOLE = 1_000_000
const sumOfRates = (line: TaxableLine): number =>
  total((line.tax?.rates ?? []).map((rate) => rate.rateMillionths))

describe.each(ROUNDINGS)('%s, whatever is bought', (rounding) => {
  test.each([true, false])('amounts are whole and sums of their parts; included: %s', (included) => {
    fc.assert(
      fc.property(anyLines(included, rounding), (lines) => {
        const taxes = calculateTaxes(lines)
        expect(taxes.taxCents).toBe(total(taxes.rates.map((rate) => rate.taxCents)))
        expect(taxes.taxCents).toBe(total(taxes.lineTaxCents))
        const amounts = [taxes.taxCents, taxes.roundingCents, ...taxes.lineTaxCents]
        expect([...amounts, ...taxes.rates.map((rate) => rate.baseCents)].every(Number.isSafeInteger)).toBe(
          true,
        )
        expect(Math.min(0, ...taxes.lineTaxCents, ...taxes.rates.map((rate) => rate.baseCents))).toBe(0)
        expect(calculateTaxes(lines)).toEqual(taxes)
      }),
    )
  })

  test('a single line is within a minor unit of the exact tax', () => {
    fc.assert(
      fc.property(
        fc.boolean().chain((included) => anyLines(included, rounding)),
        ([line]) => {
          if (!line?.tax) return
          const { included, rates } = line.tax
          const sum = sumOfRates(line)
          const denominator = included ? WHOLE + sum : WHOLE
          const taxes = calculateTaxes([line])
          const exact = { cents: line.amountCents, numerator: sum, denominator }
          // Each rate is rounded once; a rounded net adds its error; or each ticket is rounded once.
          const roundings = rounding === 'keep_gross' && !included ? line.quantity : rates.length + 1
          expect(halvesOff(taxes.taxCents, exact)).toBeLessThanOrEqual(roundings)
        },
      ),
    )
  })

  test('without a discount, the order’s total is what its prices show', () => {
    fc.assert(
      fc.property(anyLines(true, rounding), (lines) => {
        const taxes = calculateTaxes(lines)
        const taxed = lines.filter((line) => sumOfRates(line) > 0).length
        // Half a minor unit per net and per rate; errors of nets propagate to the taxes.
        const most = rounding === 'per_rate' ? taxed + taxes.rates.length / 2 : 0
        expect(Math.abs(taxes.roundingCents)).toBeLessThanOrEqual(most)
        expect(taxes.taxCents).toBeLessThanOrEqual(total(lines.map((line) => line.amountCents)) + taxed)
      }),
    )
  })
})

test('per rate, added: each rate is the exact share of its sum, rounded half-up', () => {
  fc.assert(
    fc.property(anyLines(false, 'per_rate'), (lines) => {
      for (const rate of calculateTaxes(lines).rates) {
        const twice = 2n * BigInt(rate.baseCents) * BigInt(rate.rateMillionths)
        expect(BigInt(rate.taxCents)).toBe((twice + BigInt(WHOLE)) / (2n * BigInt(WHOLE)))
      }
    }),
  )
})

test('keep gross, included: base and tax of a single rate sum to the prices', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 6 }), anyRate, (amounts, rate) => {
      const tax = inPrices('keep_gross', [rate])
      const taxes = calculateTaxes(amounts.map((amountCents) => ({ amountCents, quantity: 1, tax })))
      expect(total(taxes.rates.map((each) => each.baseCents + each.taxCents))).toBe(total(amounts))
    }),
  )
})

test('keep gross, added: a ticket costs the same at any quantity', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), anyRates, fc.integer({ min: 1, max: 50 }), (price, rates, quantity) => {
      const tax = onTop('keep_gross', rates)
      const one = calculateTaxes([{ amountCents: price, quantity: 1, tax }]).taxCents
      expect(calculateTaxes([{ amountCents: price * quantity, quantity, tax }]).taxCents).toBe(one * quantity)
    }),
  )
})

test('rates round-trip as percentages of the API', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (rate) => {
      // Simulates the API with JSON.
      expect(percentToMillionths(JSON.parse(JSON.stringify(millionthsToPercent(rate))))).toBe(rate)
    }),
  )
})
