/** Days start at this hour, so that a night belongs to the day on which it began. */
const DAY_STARTS_AT_HOUR = 6

const formats = new Map<string, Intl.DateTimeFormat>()

export function entryDayOf(atMs: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(atMs - DAY_STARTS_AT_HOUR * 3_600_000)
}
