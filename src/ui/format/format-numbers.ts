import { formatMoney, toCents } from '#model/platform/money.ts'

/** Formats an amount in major units, for example '€12.50' or '−€2.00'. */
export const formatAmount = (amount: number, currency: string): string =>
  `${amount < 0 ? '−' : ''}${formatMoney(toCents(Math.abs(amount), currency), currency)}`

const NUMBER = new Intl.NumberFormat('en-GB')

/** Formats a number, for example '1,234'. */
export const formatNumber = (value: number): string => NUMBER.format(value)

/** Formats a number with its noun, for example '1 ticket' or '1,234 tickets'. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
