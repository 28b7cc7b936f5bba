const TIME = { hour: '2-digit', minute: '2-digit' } as const
const DAY_AND_MONTH = { day: 'numeric', month: 'short' } as const
const DAY = { ...DAY_AND_MONTH, weekday: 'short' } as const

/** Formats an ISO 8601 time as '21 Nov 2026, 14:05', in the reader's time zone. */
export const formatDateTime = (iso: string): string =>
  format(iso, undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Formats an ISO 8601 time as '21 Nov 2026', in the reader's time zone. */
export const formatDate = (iso: string): string => format(iso, undefined, { dateStyle: 'medium' })

/** Formats an ISO 8601 time as 'Sat, 21 Nov'. */
export const formatDayIn = (iso: string, timeZone: string): string => format(iso, timeZone, DAY)

/** Formats an ISO 8601 time as '14:05'. */
export const formatTimeIn = (iso: string, timeZone: string): string => format(iso, timeZone, TIME)

/** Formats an ISO 8601 time as 'Sat, 21 Nov 2026, 14:05'. */
export const formatMomentIn = (iso: string, timeZone: string): string =>
  format(iso, timeZone, { ...DAY, ...TIME, year: 'numeric' })

/** Formats '2026-11-21' as '21 Nov'. */
export const formatShortDay = (day: string): string => format(day, 'UTC', DAY_AND_MONTH)

/** Formats '2026-11-21' as 'Sat, 21 Nov 2026'. */
export const formatLongDay = (day: string): string => format(day, 'UTC', { ...DAY, year: 'numeric' })

const formats = new Map<string, Intl.DateTimeFormat>()

function format(iso: string, timeZone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const found = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  formats.set(key, found)
  return shortMonth(found.format(new Date(iso)))
}

/** Shortens months to three letters, like `model/catalog/format-event.ts`. In `en-GB`, September has four. */
const shortMonth = (text: string): string => text.replace(/\bSept\b/, 'Sep')
