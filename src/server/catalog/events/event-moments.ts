import { fail, type FieldError } from '#contracts/platform/errors.ts'
import type { EventTimes } from '#model/catalog/event-times.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { wallClockToMs } from '#model/platform/time/wall-clock.ts'
import type { EventMoments } from './event-draft-rows.ts'

/**
 * Converts the wall-clock times of an event. VALIDATION_ERROR for times that a clock change skips, and for an end
 * before the start. `at`: prefix of the field names in errors.
 */
export function parseEventMoments(
  fields: EventTimes,
  at = 'fields.',
): Result<EventMoments, 'VALIDATION_ERROR'> {
  const { startsAt, endsAt, doorsAt, timeZone } = fields
  const given = { startsAt, endsAt, ...(doorsAt === null ? {} : { doorsAt }) }
  const read = new Map(Object.entries(given).map(([name, text]) => [name, wallClockToMs(text, timeZone)]))
  const skipped = [...read].flatMap(([name, moment]) => (moment === undefined ? [name] : []))
  if (skipped.length > 0)
    return fail(
      'VALIDATION_ERROR',
      skipped.map((name): FieldError => ({ path: at + name, message: SKIPPED })),
    )
  const [starts = 0, ends = 0, doors] = [read.get('startsAt'), read.get('endsAt'), read.get('doorsAt')]
  if (ends <= starts)
    return fail('VALIDATION_ERROR', [{ path: `${at}endsAt`, message: 'The end must be after the start.' }])
  if (doors !== undefined && doors >= ends)
    return fail('VALIDATION_ERROR', [
      { path: `${at}doorsAt`, message: 'Doors must open before the event ends.' },
    ])
  const doorsMoment = doors === undefined ? null : new Date(doors)
  return succeed({ startsAt: new Date(starts), endsAt: new Date(ends), doorsAt: doorsMoment })
}

const SKIPPED = 'This hour doesn’t exist: the clocks go forward that night. Choose another time.'
