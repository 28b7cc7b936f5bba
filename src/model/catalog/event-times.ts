import { fromWallClock, toWallClock } from '#model/platform/time/wall-clock-fields.ts'
import type { EventFields } from './event-drafts.ts'

export type EventTimes = Pick<EventFields, 'startsAt' | 'endsAt' | 'doorsAt' | 'timeZone'>

/**
 * Returns true for times that the server accepts (`readMoments`): no clock change skips one of them, and the event starts and the doors
 * open before it ends. Works without Temporal, which some browsers lack.
 */
export function areTimesValid({ startsAt, endsAt, doorsAt, timeZone }: EventTimes): boolean {
  const momentOf = (wall: string): number => {
    const moment = fromWallClock(wall, timeZone)
    return moment !== undefined && toWallClock(moment, timeZone) === wall ? Date.parse(moment) : Number.NaN
  }
  const ends = momentOf(endsAt)
  return momentOf(startsAt) < ends && (doorsAt === null || momentOf(doorsAt) < ends)
}
