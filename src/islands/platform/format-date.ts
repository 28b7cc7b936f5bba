const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** ISO 8601 → '21 Nov 2026, 14:05', in the zone of whoever reads it. */
export const formatDateTime = (iso: string): string => shortMonth(MOMENT.format(new Date(iso)))

/** ISO 8601 → '21 Nov 2026'. */
export const formatDate = (iso: string): string => shortMonth(DAY.format(new Date(iso)))

/** Three letters, as `model/catalog/format-event.ts` writes them: `en-GB` has four for September alone. */
const shortMonth = (text: string): string => text.replace(/\bSept\b/, 'Sep')
