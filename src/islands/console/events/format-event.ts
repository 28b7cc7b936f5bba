import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import type { EventImage } from '#model/catalog/event-images.ts'
import { countEventDays, actDate } from '#model/catalog/line-up/line-up.ts'
import { formatDayIn, formatMomentIn } from '#ui/format/format-dates.ts'

/** Text and colour of a status badge. */
export interface StatusBadge {
  label: string
  tone?: 'success' | 'warning' | 'danger'
}

/** Returns the label of an event's status. `endsAt` and `now` in milliseconds since 1970. */
export function statusBadge(
  { status }: Pick<ConsoleEvent, 'status'>,
  endsAt: number,
  now: number,
): StatusBadge {
  if (status === 'cancelled') return { label: 'Cancelled', tone: 'danger' }
  if (status === 'draft') return { label: 'Draft' }
  return endsAt <= now ? { label: 'Past' } : { label: 'Published', tone: 'success' }
}

/** Formats a local time, for example `2026-12-24T20:00` → `Thu, 24 Dec 2026, 20:00`. */
export const formatWallClock = (wallClock: string): string => formatMomentIn(`${wallClock}Z`, 'UTC')

/** Adds minutes to a local time; '' if the time is invalid. */
export function addMinutes(wallClock: string, minutes: number): string {
  const at = Date.parse(`${wallClock}Z`)
  return Number.isNaN(at) ? '' : new Date(at + minutes * 60_000).toISOString().slice(0, 16)
}

export const minutesBetween = (from: string, to: string): number =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000

/** Returns 20:00 in one week, as a local time in the browser's time zone. */
export function nextEvening(now: Date): string {
  const day = new Date(now)
  day.setDate(day.getDate() + 7)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T20:00`
}

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Lists all time zones known to the browser, including its own and the chosen one. */
export const listTimeZones = (chosen: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), browserTimeZone(), chosen])].toSorted((a, b) =>
    a.localeCompare(b, 'en'),
  )

/** Date of an act, for example `Fri, 4 Dec`. `startsAt`: local time of the event's start; `day`: number of days after it. */
export const formatActDay = (startsAt: string, day: number): string =>
  formatDayIn(actDate(startsAt.slice(0, 10), { day }), 'UTC')

/**
 * The line-up in one line, for example `20:00 Halbmond; 21:30 Kit Sebastian (https://…)`. Contains dates if the event lasts several days.
 */
export function formatLineUp(fields: Pick<EventFields, 'lineUp' | 'startsAt' | 'endsAt'>): string {
  const hasDays = countEventDays(fields) > 1
  return fields.lineUp
    .map(({ name, day, time, link }) =>
      [hasDays && `${formatActDay(fields.startsAt, day)},`, time, name, link && `(${link})`]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ')
}

/** Images as text: alternative texts, or the beginnings of file names. For example `Crowd; 3f8a21c0`. */
export const formatImages = (pictures: readonly EventImage[]): string =>
  pictures
    .map(({ alt, sources }) => alt || (sources.at(-1)?.url.split('/').at(-1)?.slice(0, 8) ?? ''))
    .join('; ')

const AS = { money: 'money', voucher: 'a voucher', choice: 'money or a voucher' } as const

/** Returns the rule for returns as text, for example `Until 7 days before, deduction 10% and 2 EUR, fees refunded, as money`. */
export function formatReturns({ returns, currency }: Pick<EventFields, 'returns' | 'currency'>): string {
  if (!returns) return 'No returns'
  const { days, feePercent, feePerTicket, returnsFees, refundAs, voucherInFull } = returns
  const deduction = `${feePercent}% and ${feePerTicket} ${currency}`
  return `Until ${days} days before, deduction ${deduction}, fees ${returnsFees ? 'refunded' : 'not refunded'}, as ${AS[refundAs]}${voucherInFull ? ' without deduction' : ''}`
}
