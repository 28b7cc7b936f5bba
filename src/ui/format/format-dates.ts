const TIME = { hour: '2-digit', minute: '2-digit' } as const
const DAY_AND_MONTH = { day: 'numeric', month: 'short' } as const
const DAY = { ...DAY_AND_MONTH, weekday: 'short' } as const

/** ISO 8601 → '21 Nov 2026, 14:05', in the reader's time zone. */
export const formatDateTime = (iso: string): string =>
  format(iso, undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** ISO 8601 → '21 Nov 2026', in the reader's time zone. */
export const formatDate = (iso: string): string => format(iso, undefined, { dateStyle: 'medium' })

/** ISO 8601 → 'Sat, 21 Nov'. */
export const formatDayIn = (iso: string, timeZone: string): string => format(iso, timeZone, DAY)

/** ISO 8601 → '14:05'. */
export const formatTimeIn = (iso: string, timeZone: string): string => format(iso, timeZone, TIME)

/** ISO 8601 → 'Sat, 21 Nov 2026, 14:05'. */
export const formatMomentIn = (iso: string, timeZone: string): string =>
  format(iso, timeZone, { ...DAY, ...TIME, year: 'numeric' })

/** '2026-11-21' → '21 Nov'. */
export const formatShortDay = (day: string): string => format(day, 'UTC', DAY_AND_MONTH)

/** '2026-11-21' → 'Sat, 21 Nov 2026'. */
export const formatLongDay = (day: string): string => format(day, 'UTC', { ...DAY, year: 'numeric' })

const formats = new Map<string, Intl.DateTimeFormat>()

function format(iso: string, timeZone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const found = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  formats.set(key, found)
  return shortMonth(found.format(new Date(iso)))
}

/** Three letters, as `model/catalog/format-event.ts` writes them: `en-GB` has four for September alone. */
const shortMonth = (text: string): string => text.replace(/\bSept\b/, 'Sep')
