import type * as z from 'zod/mini'
import { allocate, multiplyByFraction } from '#model/platform/money.ts'
import type { taxRule } from './price-schemas.ts'

export type TaxRate = TaxRule['rates'][number]
export type TaxRule = z.infer<typeof taxRule>

export interface TaxableLine {
  /** Amount after discount. */
  amountCents: number
  quantity: number
  tax?: TaxRule | undefined
}

/** Total of one tax rate. `baseCents` is the taxed amount without taxes. */
export interface RateTotal extends TaxRate {
  baseCents: number
  taxCents: number
}

/**
 * Taxes of an order. When prices include taxes, `roundingCents` is the difference between the total and the sum of
 * the prices.
 */
export interface Taxes {
  included: boolean
  taxCents: number
  roundingCents: number
  rates: RateTotal[]
}

export const NO_TAXES: Taxes = { included: true, taxCents: 0, roundingCents: 0, rates: [] }

const WHOLE = 1_000_000

/**
 * Computes the taxes. `lineTaxCents` has the taxes of each line, in the order of the lines; they add up to
 * `taxCents`. The tax rule is that of the first taxed line.
 */
export function calculateTaxes(lines: readonly TaxableLine[]): Taxes & { lineTaxCents: number[] } {
  const lineTaxCents = lines.map(() => 0)
  const taxed = lines.flatMap(({ amountCents, quantity, tax }, index): TaxedLine[] =>
    tax?.rates.length && amountCents > 0
      ? [{ ...tax, index, amountCents, quantity, sumMillionths: sum(tax.rates, rateOf) }]
      : [],
  )
  const [first] = taxed
  if (!first) return { ...NO_TAXES, lineTaxCents }
  const { included, rounding } = first
  const isByRate = rounding === 'per_rate'
  const sums = isByRate ? sumsByRate(taxed, included) : sumsByLines(taxed, first)
  for (const { taxes, parts } of sums) {
    const shares = allocate(sum(taxes, taxOf), parts.map(amountOf))
    parts.forEach(({ index }, at) => (lineTaxCents[index] = (lineTaxCents[index] ?? 0) + (shares[at] ?? 0)))
  }
  const rates = [
    ...Map.groupBy(
      sums.flatMap(({ taxes }) => taxes),
      keyOf,
    ).values(),
  ].map((same) =>
    same.reduce((one, { baseCents, taxCents }) => ({
      ...one,
      baseCents: one.baseCents + baseCents,
      taxCents: one.taxCents + taxCents,
    })),
  )
  const taxCents = sum(rates, taxOf)
  const roundingCents = isByRate && included ? sum(taxed, netOf) + taxCents - sum(taxed, amountOf) : 0
  return { included, taxCents, roundingCents, rates, lineTaxCents }
}

interface TaxedLine extends TaxRule {
  index: number
  amountCents: number
  quantity: number
  sumMillionths: number
}

/** Amounts that are rounded together, and the lines between which their taxes are divided in proportion. */
interface RoundedSum {
  taxes: RateTotal[]
  parts: readonly { index: number; amountCents: number }[]
}

const sumsByRate = (lines: readonly TaxedLine[], included: boolean): RoundedSum[] =>
  [...new Map(lines.flatMap(({ rates }) => rates.map((rate) => [keyOf(rate), rate]))).values()].map(
    (rate) => {
      const parts = lines
        .filter(({ rates }) => rates.some((each) => keyOf(each) === keyOf(rate)))
        .map((line) => ({ index: line.index, amountCents: included ? netOf(line) : line.amountCents }))
      const baseCents = sum(parts, amountOf)
      return {
        parts,
        taxes: [{ ...rate, baseCents, taxCents: multiplyByFraction(baseCents, rateOf(rate), WHOLE) }],
      }
    },
  )

/**
 * Rounds each line separately. With `keep_gross` and included taxes, tax is computed from the sum of all lines with the same
 * rates.
 */
function sumsByLines(lines: readonly TaxedLine[], { included, rounding }: TaxRule): RoundedSum[] {
  const isKept = rounding === 'keep_gross'
  const groups = Map.groupBy(lines, (line) =>
    isKept && included ? line.rates.map(keyOf).toSorted().join() : line.index,
  )
  return [...groups.values()].map((parts) => {
    const amountCents = sum(parts, amountOf)
    const { rates = [], sumMillionths = 0 } = parts[0] ?? {}
    const whole = included ? WHOLE + sumMillionths : WHOLE
    const taxes =
      isKept && !included
        ? allocate(sum(parts, taxByTicket), rates.map(rateOf))
        : rates.map((rate) => multiplyByFraction(amountCents, rateOf(rate), whole))
    const baseCents = included ? amountCents - sum(taxes, (cents) => cents) : amountCents
    return { parts, taxes: rates.map((rate, at) => ({ ...rate, baseCents, taxCents: taxes[at] ?? 0 })) }
  })
}

/**
 * Computes taxes so that every ticket's price including tax is a whole number of minor units. With a discount, some
 * tickets of a line cost one minor unit less than others.
 */
function taxByTicket({ amountCents, quantity, sumMillionths }: TaxedLine): number {
  const dearer = amountCents % quantity
  const price = (amountCents - dearer) / quantity
  const taxOn = (cents: number): number => multiplyByFraction(cents, sumMillionths, WHOLE)
  return dearer * taxOn(price + 1) + (quantity - dearer) * taxOn(price)
}

const netOf = ({ amountCents, sumMillionths }: TaxedLine): number =>
  multiplyByFraction(amountCents, WHOLE, WHOLE + sumMillionths)

const keyOf = ({ name, rateMillionths }: TaxRate): string => `${rateMillionths} ${name}`
const rateOf = (rate: TaxRate): number => rate.rateMillionths
const taxOf = (tax: RateTotal): number => tax.taxCents
const amountOf = (line: { amountCents: number }): number => line.amountCents

const sum = <T>(list: readonly T[], centsOf: (one: T) => number): number =>
  list.reduce((total, one) => total + centsOf(one), 0)
