import type { DemoMoment, Weekday } from './demo-types.ts'

const DAY_MS = 86_400_000
const WEEK: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]

/** Converts local times at the venue to dates. `now`: time of seeding, in milliseconds since the epoch. */
export function toEventMoments(
  when: DemoMoment,
  timeZone: string,
  now: number,
): { startsAt: Date; endsAt: Date; doorsAt: Date | null } {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  const first = today.add({ days: when.week * 7 + WEEK.indexOf(when.day) + 1 - today.dayOfWeek })
  const last = first.add({ days: (when.extraDays ?? 0) + (when.ends > when.starts ? 0 : 1) })
  const at = (day: Temporal.PlainDate, plainTime: string): Date =>
    new Date(day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds)
  return {
    startsAt: at(first, when.starts),
    endsAt: at(last, when.ends),
    doorsAt: when.doors === undefined ? null : at(first, when.doors),
  }
}

export const dateInDays = (now: number, days: number | undefined): Date | null =>
  days === undefined ? null : new Date(now + days * DAY_MS)
