import { millionthsToPercent, percentToMillionths, toCents } from './money.ts'
import type { OrderTax } from './orders.ts'
import type { Taxes, TaxRule } from './taxes.ts'

/** A line of a receipt. */
export interface PriceRow {
  label: string
  cents: number
}

/** 'VAT 19 % (included)', 'State tax 4 %', and what rounding has changed, if anything. */
export const taxRows = ({ included, rates, roundingCents }: Taxes): PriceRow[] => [
  ...rates
    .filter((rate) => rate.taxCents > 0)
    .map(({ name, rateMillionths, taxCents }) => ({
      label: `${name} ${millionthsToPercent(rateMillionths)} %${included ? ' (included)' : ''}`,
      cents: taxCents,
    })),
  ...(roundingCents === 0 ? [] : [{ label: 'Rounding', cents: roundingCents }]),
]

/** An order's taxes as they travel → minor units. */
export const toTaxes = (tax: OrderTax, currency: string): Taxes => ({
  included: tax.included,
  taxCents: toCents(tax.total, currency),
  roundingCents: toCents(tax.rounding, currency),
  rates: tax.rates.map(({ name, rate, base, amount }) => ({
    name,
    rateMillionths: percentToMillionths(rate),
    baseCents: toCents(base, currency),
    taxCents: toCents(amount, currency),
  })),
})

/** What stands beside a ticket's price: what it includes ('€1.20 fees, 19 % VAT'), and '+ tax' where taxes come on top. */
export function besidePrice(offer: { fees: string; tax: TaxRule | undefined }): string {
  const { fees, tax } = offer
  const rates = (tax?.rates ?? []).filter(({ rateMillionths }) => rateMillionths > 0)
  const inPrice = tax?.included
    ? rates.map(({ name, rateMillionths }) => `${millionthsToPercent(rateMillionths)} % ${name}`)
    : []
  const parts = [...(fees ? [`${fees} fees`] : []), ...inPrice]
  return [parts.length > 0 ? `incl. ${parts.join(', ')}` : '', isOnTop(tax) ? '+ tax' : '']
    .filter(Boolean)
    .join(' ')
}

export const isOnTop = (tax: TaxRule | undefined): boolean =>
  tax !== undefined && !tax.included && tax.rates.some(({ rateMillionths }) => rateMillionths > 0)
