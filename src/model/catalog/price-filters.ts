import * as z from 'zod/mini'
import { formatMoney, toCents } from '#model/platform/money.ts'

/** Filter by maximum price per ticket, including fees and taxes: `free`, or `50-EUR` for events in that currency. */
export const priceFilter = z
  .string()
  .check(
    z.maxLength(11, 'Use “free”, or an amount and a currency, such as “50-EUR”.'),
    z.regex(/^(free|\d{1,7}-[A-Z]{3})$/, 'Use “free”, or an amount and a currency, such as “50-EUR”.'),
  )

export interface MaxPrice {
  cents: number
  /** Currency of the limit; undefined for `free`, which matches every currency. */
  currency: string | undefined
}

export function readPriceFilter(filter: string): MaxPrice {
  const [amount, currency] = filter.split('-')
  return currency === undefined
    ? { cents: 0, currency: undefined }
    : { cents: toCents(Number(amount), currency), currency }
}

/** Approximate value of 1 euro in each currency, chosen so that price steps are round amounts. */
const SCALES: Readonly<Record<string, number>> = {
  AED: 5,
  ARS: 1000,
  BRL: 5,
  CLP: 1000,
  COP: 5000,
  CZK: 20,
  DKK: 10,
  EGP: 50,
  HKD: 10,
  HUF: 400,
  IDR: 20_000,
  ILS: 5,
  INR: 100,
  ISK: 150,
  JPY: 150,
  KES: 150,
  KRW: 1500,
  MAD: 10,
  MXN: 20,
  NGN: 2000,
  NOK: 10,
  PEN: 5,
  PHP: 50,
  PLN: 5,
  RON: 5,
  SAR: 5,
  SEK: 10,
  THB: 50,
  TRY: 50,
  TWD: 50,
  VND: 25_000,
  ZAR: 20,
}

export const priceSteps = (currency: string): string[] =>
  [20, 50, 100].map((amount) => `${amount * (SCALES[currency] ?? 1)}-${currency}`)

export function priceFilterLabel(filter: string): string {
  const { cents, currency } = readPriceFilter(filter)
  return currency === undefined ? 'Free' : `Up to ${formatMoney(cents, currency).replace(/\.0+$/, '')}`
}
