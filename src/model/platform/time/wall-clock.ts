/**
 * Converts wall-clock time to milliseconds since the epoch. Of an ambiguous time (clocks set back), returns the
 * first. Undefined for a time that a clock change skips.
 */
export function wallClockToMs(wallClock: string, timeZone: string): number | undefined {
  const plain = Temporal.PlainDateTime.from(wallClock)
  const zoned = plain.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(plain) ? zoned.epochMilliseconds : undefined
}

/** Moves a time that a clock change skips forward by the length of the change. Returns other times unchanged. */
export const shiftSkippedTime = (wallClock: string, timeZone: string): string =>
  Temporal.PlainDateTime.from(wallClock)
    .toZonedDateTime(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

export const wallClockOf = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/** Formats wall-clock time at the venue with its UTC offset: `2026-12-24T20:00:00+01:00`. */
export const formatWithOffset = (iso: string, timeZone: string): string =>
  Temporal.Instant.from(iso)
    .toZonedDateTimeISO(timeZone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' })

/** Moves `moment` by the wall-clock difference between `from` and `to`, so that doors at 19:00 stay at 19:00. */
export function shiftWallClock(moment: string, from: string, to: string): string {
  const distance = Temporal.PlainDateTime.from(from).until(Temporal.PlainDateTime.from(moment))
  return Temporal.PlainDateTime.from(to).add(distance).toString({ smallestUnit: 'minute' })
}
