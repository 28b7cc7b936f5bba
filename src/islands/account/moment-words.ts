const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** ISO 8601 → 'Nov 21, 2026, 2:05 PM', in the zone of whoever reads it. */
export const momentWords = (iso: string): string => MOMENT.format(new Date(iso))

export const dayWords = (iso: string): string => DAY.format(new Date(iso))
