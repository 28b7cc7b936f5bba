import * as z from 'zod/mini'
import { eventCodesOf } from '#model/catalog/codes/code-modes.ts'
import { eventFields } from './event-drafts.ts'
import { formatEventDateRange, formatHours, formatTime } from './format-event.ts'
import { formatVenue } from './event-links.ts'
import { wallClockToMs } from '#model/platform/time/wall-clock.ts'

/**
 * Event details that ticket holders are notified about when they change: wall-clock times at the venue, the place, and
 * how codes are shown.
 */
export const eventFacts = z.pick(eventFields, {
  startsAt: true,
  endsAt: true,
  doorsAt: true,
  timeZone: true,
  venue: true,
  codeMode: true,
  codeRevealHours: true,
})
export type EventFacts = z.infer<typeof eventFacts>

export const eventFactsOf = ({
  startsAt,
  endsAt,
  doorsAt,
  timeZone,
  venue,
  codeMode,
  codeRevealHours,
}: EventFacts): EventFacts => ({
  startsAt,
  endsAt,
  doorsAt,
  timeZone,
  venue,
  codeMode,
  codeRevealHours,
})

/** Converts the wall-clock times to ISO 8601. Times that a clock change skips have been refused by validation. */
export function toEventTimes(facts: EventFacts) {
  const { startsAt, endsAt, doorsAt, timeZone, venue, codeMode: mode, codeRevealHours: hours } = facts
  const iso = (wallClock: string): string =>
    new Date(wallClockToMs(wallClock, timeZone) ?? Date.parse(`${wallClock}Z`)).toISOString()
  return {
    startsAt: iso(startsAt),
    endsAt: iso(endsAt),
    doorsAt: doorsAt === null ? null : iso(doorsAt),
    timeZone,
    venue,
    codes: eventCodesOf({ mode, hours, beginsAt: iso(doorsAt ?? startsAt) }),
  }
}

/**
 * Kind of a change. `date`: another day. `time`: other times on the same days. `codes`: codes have become live, so
 * printed tickets are no longer valid.
 */
export type ChangedPart = 'date' | 'time' | 'place' | 'codes'

export function changedParts(before: EventFacts, after: EventFacts): ChangedPart[] {
  const isWhereSame = formatVenue(before.venue) === formatVenue(after.venue)
  return [
    ...whenParts(before, after),
    ...(isWhereSame ? [] : (['place'] as const)),
    ...(isChangeToLiveCodes(before, after) ? (['codes'] as const) : []),
  ]
}

/** True for a change that invalidates printed tickets. */
export const isChangeToLiveCodes = (before: EventFacts, after: EventFacts): boolean =>
  before.codeMode !== 'live' && after.codeMode === 'live'

function whenParts(before: EventFacts, after: EventFacts): ('date' | 'time')[] {
  if (formatEventDateRange(toEventTimes(before)) !== formatEventDateRange(toEventTimes(after)))
    return ['date']
  const isSame =
    before.startsAt === after.startsAt &&
    before.endsAt === after.endsAt &&
    before.doorsAt === after.doorsAt &&
    before.timeZone === after.timeZone
  return isSame ? [] : ['time']
}

const PART_NAMES: Readonly<Record<ChangedPart, string>> = {
  date: 'date',
  time: 'time',
  place: 'place',
  codes: 'kind of code',
}

export const formatChangedParts = (parts: readonly ChangedPart[]): string =>
  parts.map((part) => PART_NAMES[part]).join(' and ')

/** Formats the times, such as `Friday 4 December 2026, 20:00 – 23:30, Berlin time, doors 19:00`. */
export function formatSchedule(facts: EventFacts): string {
  const times = toEventTimes(facts)
  const { doorsAt, timeZone } = times
  const doors = doorsAt === null ? '' : `, doors ${formatTime(doorsAt, timeZone)}`
  return `${formatEventDateRange(times)}, ${formatHours(times)}${doors}`
}

/** Returns the changes that buyers must be notified of. Empty when the event is over. `now` is in milliseconds. */
export const partsToNotify = (before: EventFacts, after: EventFacts, now: number): ChangedPart[] =>
  Date.parse(toEventTimes(after).endsAt) <= now ? [] : changedParts(before, after)
