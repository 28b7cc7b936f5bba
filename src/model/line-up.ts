import * as z from 'zod/mini'
import type { EventDetail } from './catalog.ts'
import { dayIn, formatWeekday } from './event-words.ts'

/** Whoever performs at an event. */
export const act = z.object({
  name: z.string(),
  /** Which of the event's days: 0 is the one on which it begins. What is after midnight still belongs to the night before. */
  day: z.int(),
  /** By the clock at the venue: `22:30`; null where none is said. */
  time: z.nullable(z.string()),
  /** A page about them; '' for none. */
  link: z.string(),
})
export type Act = z.infer<typeof act>

export const MOST_ACTS = 50
/** Acts of an event that is open for months are planned for its first days. */
export const MOST_DAYS = 31

const DAY_MS = 86_400_000
/** What ends by this hour of the next morning is still one night. */
const NIGHT_ENDS_AT = '12:00'

/** On how many days somebody can perform. Takes wall clocks: `2026-12-24T20:00`. */
export function countDays({ startsAt, endsAt }: { startsAt: string; endsAt: string }): number {
  const midnights = (Date.parse(endsAt.slice(0, 10)) - Date.parse(startsAt.slice(0, 10))) / DAY_MS
  const isNight = Date.parse(endsAt) - Date.parse(startsAt) < DAY_MS && endsAt.slice(11) <= NIGHT_ENDS_AT
  return midnights > 0 && !isNight ? Math.min(midnights + 1, MOST_DAYS) : 1
}

/** The `day` of an act in the calendar. Days look like `2026-12-24`. */
export const dayOfAct = (firstDay: string, { day }: Pick<Act, 'day'>): string =>
  new Date(Date.parse(firstDay) + day * DAY_MS).toISOString().slice(0, 10)

/** As a page shows it, day by day: `Friday 4 December`, or '' where all are on one day. */
export function lineUpByDay({
  lineUp,
  startsAt,
  timeZone,
}: Pick<EventDetail, 'lineUp' | 'startsAt' | 'timeZone'>): { heading: string; acts: Act[] }[] {
  const firstDay = dayIn(timeZone, Date.parse(startsAt))
  const days = [...Map.groupBy(lineUp, ({ day }) => day)].toSorted(([one], [other]) => one - other)
  return days.map(([day, acts]) => ({
    heading: days.length > 1 ? formatWeekday(dayOfAct(firstDay, { day })) : '',
    acts,
  }))
}
