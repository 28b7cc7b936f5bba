import type { TrackingLink } from '#contracts/portal/staff.ts'
import { formatMoney, toCents } from '#model/platform/money.ts'

/** Major units in words: '€12.50', '−€2.00'. */
export const formatAmount = (amount: number, currency: string): string =>
  `${amount < 0 ? '−' : ''}${formatMoney(toCents(Math.abs(amount), currency), currency)}`

export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

const formats = new Map<string, Intl.DateTimeFormat>()

function inZone(iso: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = timeZone + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  formats.set(key, format)
  return format.format(new Date(iso))
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const

export const formatDayIn = (iso: string, timeZone: string): string => inZone(iso, timeZone, DAY)
export const formatTimeIn = (iso: string, timeZone: string): string => inZone(iso, timeZone, TIME)

/** '2026-11-21' → '21 Nov'. */
export const formatShortDay = (day: string): string =>
  inZone(`${day}T12:00:00Z`, 'UTC', { day: 'numeric', month: 'short' })

/** '2026-11-21' → 'Sat, 21 Nov 2026'. */
export const formatLongDay = (day: string): string =>
  inZone(`${day}T12:00:00Z`, 'UTC', { ...DAY, year: 'numeric' })

/** The day that it is there, as '2026-11-21'. */
export const todayIn = (nowMs: number, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('sv-SE', { ...(timeZone ? { timeZone } : {}), dateStyle: 'short' }).format(nowMs)

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

/** The day so many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const linkTargetLabel = ({ eventTitle }: Pick<TrackingLink, 'eventTitle'>): string =>
  eventTitle ?? 'The whole storefront'
