import { millionthsToPercent } from '#model/platform/money.ts'
import type { Taxes, TaxRule } from './taxes.ts'

export interface PriceRow {
  label: string
  cents: number
}

/** Returns rows such as 'VAT 19% (included)' and 'State tax 4%', and a row for rounding if needed. */
export const taxRows = ({ included, rates, roundingCents }: Taxes): PriceRow[] => [
  ...rates
    .filter((rate) => rate.taxCents > 0)
    .map(({ name, rateMillionths, taxCents }) => ({
      label: `${name} ${millionthsToPercent(rateMillionths)}%${included ? ' (included)' : ''}`,
      cents: taxCents,
    })),
  ...(roundingCents === 0 ? [] : [{ label: 'Rounding', cents: roundingCents }]),
]

/**
 * Note next to a price that says which fees and taxes it includes: 'incl. €2.50 fees, 19% VAT', 'incl. $3.20 fees,
 * $1.78 tax'.
 */
export function includedAmountsNote(offer: {
  fees: string
  addedTax: string
  tax: TaxRule | undefined
}): string {
  const { fees, addedTax, tax } = offer
  const rates = tax?.included ? tax.rates.filter(({ rateMillionths }) => rateMillionths > 0) : []
  const parts = [
    fees && `${fees} fees`,
    addedTax && `${addedTax} tax`,
    ...rates.map(({ name, rateMillionths }) => `${millionthsToPercent(rateMillionths)}% ${name}`),
  ].filter(Boolean)
  return parts.length > 0 ? `incl. ${parts.join(', ')}` : ''
}
