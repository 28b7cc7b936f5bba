import { addDays } from './days.ts'

/** A range of days such as `2026-12-04`. Both ends are inclusive. */
export interface DayRange {
  label: string
  from: string
  to: string
}

const SUNDAY = 7
const FRIDAY = 5

/**
 * Returns the ranges for quick filters. The weekend starts on Friday; when it has started, only the remaining days
 * are included.
 */
export function quickDateRanges(today: string): DayRange[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || SUNDAY
  return [
    { label: 'Today', from: today, to: today },
    {
      label: 'This weekend',
      from: addDays(today, Math.max(0, FRIDAY - weekday)),
      to: addDays(today, SUNDAY - weekday),
    },
    { label: 'Next 7 days', from: today, to: addDays(today, 6) },
    { label: 'This month', from: today, to: lastOfMonth(today) },
  ]
}

function lastOfMonth(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a range: `4 Dec – 6 Dec`, `From 4 Dec`, `Until 6 Dec`, `4 Dec`; `Any date` when neither end is set. */
export function formatDateRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`
  if (from) return `From ${formatDate(from)}`
  return to ? `Until ${formatDate(to)}` : 'Any date'
}

function formatDate(day: string): string {
  const [, month, date] = day.split('-').map(Number)
  return `${date} ${MONTHS[(month ?? 1) - 1]}`
}
