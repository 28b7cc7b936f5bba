import * as z from 'zod/mini'
import { eventFields } from './event-drafts.ts'
import { formatDays, formatHours, formatTime } from './format-event.ts'
import { addressOf } from './event-links.ts'
import { momentOf } from '#model/platform/time/wall-clock.ts'

/** Event details whose changes ticket holders are told: wall-clock times at the venue, and the place. */
export const eventFacts = z.pick(eventFields, {
  startsAt: true,
  endsAt: true,
  doorsAt: true,
  timeZone: true,
  venue: true,
})
export type EventFacts = z.infer<typeof eventFacts>

/** Picks the details from the fields of an event. */
export const factsOf = ({ startsAt, endsAt, doorsAt, timeZone, venue }: EventFacts): EventFacts => ({
  startsAt,
  endsAt,
  doorsAt,
  timeZone,
  venue,
})

/** Converts the wall-clock times to ISO 8601. Validation excludes times that don't exist because of a clock change. */
export function formatEventTimes({ startsAt, endsAt, doorsAt, timeZone, venue }: EventFacts) {
  const iso = (wallClock: string): string =>
    new Date(momentOf(wallClock, timeZone) ?? Date.parse(`${wallClock}Z`)).toISOString()
  return {
    startsAt: iso(startsAt),
    endsAt: iso(endsAt),
    doorsAt: doorsAt === null ? null : iso(doorsAt),
    timeZone,
    venue,
  }
}

/** Kind of a change: `date` (another day), `time` (same days) or `place`. */
export type ChangedPart = 'date' | 'time' | 'place'

export function changedParts(before: EventFacts, after: EventFacts): ChangedPart[] {
  const isWhereSame = addressOf(before.venue) === addressOf(after.venue)
  return [...whenParts(before, after), ...(isWhereSame ? [] : (['place'] as const))]
}

function whenParts(before: EventFacts, after: EventFacts): ('date' | 'time')[] {
  if (formatDays(formatEventTimes(before)) !== formatDays(formatEventTimes(after))) return ['date']
  const isSame =
    before.startsAt === after.startsAt &&
    before.endsAt === after.endsAt &&
    before.doorsAt === after.doorsAt &&
    before.timeZone === after.timeZone
  return isSame ? [] : ['time']
}

export const formatParts = (parts: readonly ChangedPart[]): string => parts.join(' and ')

/** `Friday 4 December 2026, 20:00 – 23:30, Berlin time, doors 19:00`. */
export function formatSchedule(facts: EventFacts): string {
  const happening = formatEventTimes(facts)
  const { doorsAt, timeZone } = happening
  const doors = doorsAt === null ? '' : `, doors ${formatTime(doorsAt, timeZone)}`
  return `${formatDays(happening)}, ${formatHours(happening)}${doors}`
}

/** Returns the changes that buyers must be told. Empty once the event is over. `now` is in milliseconds. */
export const partsToNotify = (before: EventFacts, after: EventFacts, now: number): ChangedPart[] =>
  Date.parse(formatEventTimes(after).endsAt) <= now ? [] : changedParts(before, after)
