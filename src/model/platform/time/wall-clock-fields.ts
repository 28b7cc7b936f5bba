export const toWallClock = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(iso))
    .replace(' ', 'T')

/**
 * Converts wall-clock time to ISO 8601. Of an ambiguous time (clocks set back), returns the first; moves a skipped
 * time forward. Undefined for invalid input.
 */
export function fromWallClock(wall: string, timeZone: string): string | undefined {
  const asUtc = WALL_CLOCK.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return undefined
  const offsetAt = (at: number): number =>
    Date.parse(`${toWallClock(new Date(at).toISOString(), timeZone)}:00Z`) - at
  const candidates = [offsetAt(asUtc - DAY_MS), offsetAt(asUtc + DAY_MS)].map((offset) => asUtc - offset)
  const right = candidates.filter((at) => at + offsetAt(at) === asUtc)
  return new Date(right.length > 0 ? Math.min(...right) : Math.max(...candidates)).toISOString()
}

const WALL_CLOCK = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
const DAY_MS = 86_400_000
