/**
 * What the clock on the venue's wall says (`2026-12-24T20:00`) → milliseconds since the epoch. Undefined for an hour that the
 * clocks skip there; of one that comes twice, the first.
 */
export function momentOf(wallClock: string, timeZone: string): number | undefined {
  const plain = Temporal.PlainDateTime.from(wallClock)
  const zoned = plain.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(plain) ? zoned.epochMilliseconds : undefined
}

/** The other way round, to the minute. */
export const wallClockOf = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/** `2026-12-24T20:00:00+01:00`: the venue's clock, and how far it is from UTC. */
export const withOffset = (iso: string, timeZone: string): string =>
  Temporal.Instant.from(iso)
    .toZonedDateTimeISO(timeZone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' })

/** How far `moment` is from `from` on the wall, put at the same distance from `to`: doors at 19:00 stay at 19:00. */
export function movedWith(moment: string, from: string, to: string): string {
  const distance = Temporal.PlainDateTime.from(from).until(Temporal.PlainDateTime.from(moment))
  return Temporal.PlainDateTime.from(to).add(distance).toString({ smallestUnit: 'minute' })
}
