import * as z from 'zod/mini'
import { eventFields } from './event-drafts.ts'
import { formatDays, formatHours, formatTime } from './event-words.ts'
import { addressOf } from './event-links.ts'
import { momentOf } from './wall-clock.ts'

/** What whoever has a ticket must know of an event: when it is, by the venue's clock, and where. */
export const eventFacts = z.pick(eventFields, {
  startsAt: true,
  endsAt: true,
  doorsAt: true,
  timeZone: true,
  venue: true,
})
export type EventFacts = z.infer<typeof eventFacts>

export const factsOf = ({ startsAt, endsAt, doorsAt, timeZone, venue }: EventFacts): EventFacts => ({
  startsAt,
  endsAt,
  doorsAt,
  timeZone,
  venue,
})

/** The same with its moments, in ISO 8601. Of hours that the clocks skip there are none in an event. */
export function momentsIn({ startsAt, endsAt, doorsAt, timeZone, venue }: EventFacts) {
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

/** Of which fact a change is: another day, another time on the same days, another place. */
export type ChangedPart = 'date' | 'time' | 'place'

/** What differs; nothing when buyers know all of it. */
export function changedParts(before: EventFacts, after: EventFacts): ChangedPart[] {
  const isWhereSame = addressOf(before.venue) === addressOf(after.venue)
  return [...whenParts(before, after), ...(isWhereSame ? [] : (['place'] as const))]
}

function whenParts(before: EventFacts, after: EventFacts): ('date' | 'time')[] {
  if (formatDays(momentsIn(before)) !== formatDays(momentsIn(after))) return ['date']
  const isSame =
    before.startsAt === after.startsAt &&
    before.endsAt === after.endsAt &&
    before.doorsAt === after.doorsAt &&
    before.timeZone === after.timeZone
  return isSame ? [] : ['time']
}

/** `date and place`. */
export const partsWords = (parts: readonly ChangedPart[]): string => parts.join(' and ')

/** `Friday 4 December 2026, 20:00 – 23:30, Berlin time, doors 19:00`. */
export function whenWords(facts: EventFacts): string {
  const happening = momentsIn(facts)
  const { doorsAt, timeZone } = happening
  const doors = doorsAt === null ? '' : `, doors ${formatTime(doorsAt, timeZone)}`
  return `${formatDays(happening)}, ${formatHours(happening)}${doors}`
}

/** What buyers are to be told; nothing once it is over. `now` in milliseconds. */
export const partsToTell = (before: EventFacts, after: EventFacts, now: number): ChangedPart[] =>
  Date.parse(momentsIn(after).endsAt) <= now ? [] : changedParts(before, after)
