const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** ISO 8601 → '21 Nov 2026, 14:05', in the zone of whoever reads it. */
export const momentWords = (iso: string): string => MOMENT.format(new Date(iso))

/** ISO 8601 → '21 Nov 2026'. */
export const dayWords = (iso: string): string => DAY.format(new Date(iso))
