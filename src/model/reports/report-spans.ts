import * as z from 'zod/mini'
import { addDays } from '#model/platform/time/days.ts'

export const reportInterval = z.enum(['hour', 'day', 'week'])
export type ReportInterval = z.infer<typeof reportInterval>

/** A range of dates such as '2026-11-21' in `timeZone`. Both ends are inclusive. */
export interface ReportSpan {
  from: string
  to: string
  by: ReportInterval
  timeZone: string
}

const DAY_MS = 86_400_000
const MAX_STEPS = { hour: 24 * 31, day: 800, week: 5 * 53 }
const STEP_DAYS = { hour: 1 / 24, day: 1, week: 7 }

export const countDays = ({ from, to }: Pick<ReportSpan, 'from' | 'to'>): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1

/** Returns the whole months in UTC that are inside the range in every time zone. Null when there are none. */
export function wholeMonths({
  from,
  to,
}: Pick<ReportSpan, 'from' | 'to'>): { from: string; to: string } | null {
  // Time zones are up to 14 hours ahead of UTC and 12 behind.
  const surelyIn = new Date(`${addDays(from, 1)}T00:00:00Z`)
  const first = new Date(
    Date.UTC(surelyIn.getUTCFullYear(), surelyIn.getUTCMonth() + (surelyIn.getUTCDate() > 1 ? 1 : 0)),
  )
  const months = { from: first.toJSON().slice(0, 10), to: `${to.slice(0, 8)}01` }
  return months.from < months.to ? months : null
}

export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns the interval that suits a report of this many days. */
export function suitableInterval(days: number): ReportInterval {
  if (days <= 2) return 'hour'
  return days <= 120 ? 'day' : 'week'
}

export const hasTooManyIntervals = ({ by, ...days }: Pick<ReportSpan, 'from' | 'to' | 'by'>): boolean =>
  countDays(days) / STEP_DAYS[by] > MAX_STEPS[by]

/** Returns the change between two numbers in whole percent. Null when `before` is 0. */
export const percentChange = (now: number, before: number): number | null =>
  before > 0 ? Math.round(((now - before) / before) * 100) : null
