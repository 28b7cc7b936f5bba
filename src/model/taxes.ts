import * as z from 'zod/mini'
import { allocate, millionthsToPercent, percentToMillionths, roundedQuotient } from './money.ts'

/** How fractions of a minor unit are dealt with: docs/taxes.md has an example of each. */
const taxRounding = z.enum(['per_line', 'per_rate', 'keep_gross'])

/** The taxes of a ticket type as they travel and as the browser's cart keeps them: `rate` in percent (8.875). */
export const taxTerms = z.object({
  included: z.boolean(),
  rounding: taxRounding,
  rates: z.array(z.object({ name: z.string(), rate: z.number().check(z.nonnegative(), z.maximum(100)) })),
})
export type TaxTerms = z.infer<typeof taxTerms>

/** 1,000,000 millionths are 100 %. */
export interface TaxRate {
  name: string
  rateMillionths: number
}

/** The same for the rules. The rates of a line stand beside one another: none is applied to what another has added. */
export interface TaxRule {
  /** Whether prices have the taxes in them; else they come on top. */
  included: boolean
  rounding: z.infer<typeof taxRounding>
  rates: readonly TaxRate[]
}

export interface TaxableLine {
  /** What its tickets cost after the discount. */
  amountCents: number
  quantity: number
  tax?: TaxRule | undefined
}

/** What one rate comes to. `baseCents` is what it was applied to, without any tax. */
export interface RateTotal extends TaxRate {
  baseCents: number
  taxCents: number
}

/** `roundingCents` is what an order with included taxes costs more or less than its prices say. */
export interface Taxes {
  included: boolean
  taxCents: number
  roundingCents: number
  rates: RateTotal[]
}

export const NO_TAXES: Taxes = { included: true, taxCents: 0, roundingCents: 0, rates: [] }

const WHOLE = 1_000_000

export const toTaxRule = ({ included, rounding, rates }: TaxTerms): TaxRule => ({
  included,
  rounding,
  rates: rates.map(({ name, rate }) => ({ name, rateMillionths: percentToMillionths(rate) })),
})

export const toTaxTerms = ({ included, rounding, rates }: TaxRule): TaxTerms => ({
  included,
  rounding,
  rates: rates.map(({ name, rateMillionths }) => ({ name, rate: millionthsToPercent(rateMillionths) })),
})

/**
 * The taxes of an order and of each of its lines, in their order. A promoter has one rule; the first line with taxes says it.
 * `lineTaxCents` sums to `taxCents`.
 */
export function taxesOf(lines: readonly TaxableLine[]): Taxes & { lineTaxCents: number[] } {
  const taxed = lines.flatMap(({ amountCents, quantity, tax }, index): TaxedLine[] =>
    tax && tax.rates.length > 0 && amountCents > 0
      ? [{ index, amountCents, quantity, rates: tax.rates, sumMillionths: sum(tax.rates, rateOf) }]
      : [],
  )
  const rule = lines.find((line) => line.tax && line.tax.rates.length > 0)?.tax
  if (!rule || taxed.length === 0) return { ...NO_TAXES, lineTaxCents: lines.map(() => 0) }
  const { included, rounding } = rule
  const sheet = new Sheet(lines.length)
  const roundingCents = ROUNDINGS[rounding](sheet, taxed, included)
  return { included, roundingCents, ...sheet.totals() }
}

interface TaxedLine {
  index: number
  amountCents: number
  quantity: number
  rates: readonly TaxRate[]
  sumMillionths: number
}

/** Where the amounts are written down: by rate, and by line. */
class Sheet {
  private readonly rates = new Map<string, RateTotal>()
  private readonly lines: number[]

  constructor(count: number) {
    this.lines = Array.from({ length: count }, () => 0)
  }

  addToRate(rate: TaxRate, baseCents: number, taxCents: number): void {
    const before = this.rates.get(keyOf(rate)) ?? { ...rate, baseCents: 0, taxCents: 0 }
    before.baseCents += baseCents
    before.taxCents += taxCents
    this.rates.set(keyOf(rate), before)
  }

  addToLine({ index }: TaxedLine, taxCents: number): void {
    this.lines[index] = (this.lines[index] ?? 0) + taxCents
  }

  totals(): { taxCents: number; rates: RateTotal[]; lineTaxCents: number[] } {
    const rates = [...this.rates.values()]
    return { taxCents: sum(rates, (rate) => rate.taxCents), rates, lineTaxCents: this.lines }
  }
}

/** Each writes its amounts down, and answers what it makes the order cost more than its prices. */
const ROUNDINGS: Readonly<
  Record<TaxRule['rounding'], (sheet: Sheet, lines: readonly TaxedLine[], included: boolean) => number>
> = {
  per_line: (sheet, lines, included) => {
    for (const line of lines) {
      const whole = included ? WHOLE + line.sumMillionths : WHOLE
      const taxes = line.rates.map((rate) => roundedQuotient(line.amountCents, rate.rateMillionths, whole))
      writeLine(sheet, line, { taxes, included })
    }
    return 0
  },
  per_rate: (sheet, lines, included) => {
    const nets = lines.map((line) => ({ line, net: included ? netOf(line) : line.amountCents }))
    for (const rate of ratesOf(lines)) {
      const parts = nets.filter(({ line }) => line.rates.some((each) => keyOf(each) === keyOf(rate)))
      const base = sum(parts, ({ net }) => net)
      const tax = roundedQuotient(base, rate.rateMillionths, WHOLE)
      sheet.addToRate(rate, base, tax)
      shareOut(sheet, tax, parts)
    }
    if (!included) return 0
    return sum(nets, ({ net }) => net) + sheet.totals().taxCents - sum(lines, (line) => line.amountCents)
  },
  keep_gross: (sheet, lines, included) => {
    if (included) for (const stack of stacksOf(lines)) takeOut(sheet, stack)
    else {
      for (const line of lines) {
        const taxes = allocate(taxByTicket(line), line.rates.map(rateOf))
        writeLine(sheet, line, { taxes, included })
      }
    }
    return 0
  },
}

function writeLine(
  sheet: Sheet,
  line: TaxedLine,
  { taxes, included }: { taxes: readonly number[]; included: boolean },
): void {
  const tax = sum(taxes, (each) => each)
  const base = included ? line.amountCents - tax : line.amountCents
  line.rates.forEach((rate, index) => sheet.addToRate(rate, base, taxes[index] ?? 0))
  sheet.addToLine(line, tax)
}

/** A sum that was rounded once, on the lines that it is about, in proportion. */
function shareOut(sheet: Sheet, tax: number, parts: readonly { line: TaxedLine; net: number }[]): void {
  const shares = allocate(
    tax,
    parts.map(({ net }) => net),
  )
  parts.forEach(({ line }, index) => sheet.addToLine(line, shares[index] ?? 0))
}

const netOf = (line: TaxedLine): number =>
  roundedQuotient(line.amountCents, WHOLE, WHOLE + line.sumMillionths)

/** Lines with the very same rates: what is in their prices is in their sum. */
function takeOut(sheet: Sheet, stack: readonly [TaxedLine, ...TaxedLine[]]): void {
  const gross = sum(stack, (line) => line.amountCents)
  const [{ rates, sumMillionths }] = stack
  const taxes = rates.map((rate) => roundedQuotient(gross, rate.rateMillionths, WHOLE + sumMillionths))
  const tax = sum(taxes, (each) => each)
  rates.forEach((rate, index) => sheet.addToRate(rate, gross - tax, taxes[index] ?? 0))
  shareOut(
    sheet,
    tax,
    stack.map((line) => ({ line, net: line.amountCents })),
  )
}

function stacksOf(lines: readonly TaxedLine[]): [TaxedLine, ...TaxedLine[]][] {
  const stacks = new Map<string, [TaxedLine, ...TaxedLine[]]>()
  for (const line of lines) {
    const key = line.rates.map(keyOf).toSorted().join('\n')
    const stack = stacks.get(key)
    if (stack) stack.push(line)
    else stacks.set(key, [line])
  }
  return [...stacks.values()]
}

/** Every ticket's price with tax is a whole amount. A discount makes some tickets of a line one minor unit cheaper than others. */
function taxByTicket({ amountCents, quantity, sumMillionths }: TaxedLine): number {
  const dearer = amountCents % quantity
  const price = (amountCents - dearer) / quantity
  const taxOn = (cents: number): number => roundedQuotient(cents, sumMillionths, WHOLE)
  return dearer * taxOn(price + 1) + (quantity - dearer) * taxOn(price)
}

const ratesOf = (lines: readonly TaxedLine[]): TaxRate[] => [
  ...new Map(lines.flatMap((line) => line.rates).map((rate) => [keyOf(rate), rate])).values(),
]

const keyOf = ({ name, rateMillionths }: TaxRate): string => `${rateMillionths} ${name}`

const rateOf = (rate: TaxRate): number => rate.rateMillionths

const sum = <T>(list: readonly T[], amountOf: (one: T) => number): number =>
  list.reduce((total, one) => total + amountOf(one), 0)
