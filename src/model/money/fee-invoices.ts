import { multiplyByFraction } from '#model/platform/money.ts'

export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

export const monthStart = (month: string): Date => new Date(`${month}-01T00:00:00Z`)

export function monthAfter(month: string): string {
  const start = monthStart(month)
  return monthOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
}

/**
 * Milliseconds to wait after a month's end. By then, all transactions that began before the end have been committed.
 */
const SETTLING_MS = 24 * 60 * 60_000

/** True if the month can be invoiced: from the second day of the next month on. */
export const canInvoiceMonth = (month: string, now: number): boolean =>
  now >= monthStart(monthAfter(month)).getTime() + SETTLING_MS

export interface FeeTax {
  name: string
  rateMillionths: number
  note: string
}

/**
 * Tax that the platform charges on its fees. Businesses in other countries are charged none and get a note about the
 * reverse charge.
 */
export function feeTax(
  platform: FeeTax & { country: string; reverseChargeNote: string },
  promoter: { country: string | undefined; taxId: string },
): FeeTax {
  const isAbroad = promoter.country !== undefined && promoter.country !== platform.country
  if (isAbroad && promoter.taxId !== '' && platform.reverseChargeNote !== '')
    return { name: '', rateMillionths: 0, note: platform.reverseChargeNote }
  const { name, rateMillionths, note } = platform
  return { name, rateMillionths, note }
}

/** Tax included in the fees. Negative for credit notes. */
export const includedFeeTax = (totalCents: number, rateMillionths: number): number =>
  Math.sign(totalCents) *
    multiplyByFraction(Math.abs(totalCents), rateMillionths, 1_000_000 + rateMillionths) || 0
