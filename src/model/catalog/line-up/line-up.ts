import type { Act } from './acts.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import { dateInTimeZone, formatWeekday } from '#model/catalog/format-event.ts'

export const MAX_EVENT_DAYS = 31

const DAY_MS = 86_400_000
/** An event that ends before this time on the next day counts as one night, not as two days. */
const NIGHT_ENDS_AT = '12:00'

/** Returns the number of days on which performances can be scheduled. Takes wall-clock times: `2026-12-24T20:00`. */
export function countEventDays({ startsAt, endsAt }: { startsAt: string; endsAt: string }): number {
  const midnights = (Date.parse(endsAt.slice(0, 10)) - Date.parse(startsAt.slice(0, 10))) / DAY_MS
  const isNight = Date.parse(endsAt) - Date.parse(startsAt) < DAY_MS && endsAt.slice(11) <= NIGHT_ENDS_AT
  return midnights > 0 && !isNight ? Math.min(midnights + 1, MAX_EVENT_DAYS) : 1
}

export const actDate = (firstDay: string, { day }: Pick<Act, 'day'>): string =>
  new Date(Date.parse(firstDay) + day * DAY_MS).toISOString().slice(0, 10)

/**
 * Groups the line-up by day. A group's heading is such as `Friday 4 December`, or '' when all performances are on one
 * day.
 */
export function lineUpByDay({
  lineUp,
  startsAt,
  timeZone,
}: Pick<EventDetail, 'lineUp' | 'startsAt' | 'timeZone'>): { heading: string; acts: Act[] }[] {
  const firstDay = dateInTimeZone(timeZone, Date.parse(startsAt))
  const days = [...Map.groupBy(lineUp, ({ day }) => day)].toSorted(([one], [other]) => one - other)
  return days.map(([day, acts]) => ({
    heading: days.length > 1 ? formatWeekday(actDate(firstDay, { day })) : '',
    acts,
  }))
}
