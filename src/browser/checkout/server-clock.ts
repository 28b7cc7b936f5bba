import { now } from '#browser/platform/clock.ts'
import { readStoredText } from '#browser/platform/storage.ts'

const OFFSET_KEY = 'foyer.clock-offset'
/** Differences between the clocks below this value are ignored, because they may be the server's response time. */
const TOLERANCE_MS = 5000

/**
 * Returns the server's time minus this device's, in milliseconds. `serverNow`: the server's time in the page; undefined in an offline copy,
 * which uses the last known difference.
 */
export function readClockOffset(serverNow: number | undefined): number {
  if (serverNow === undefined) return Number(readStoredText(OFFSET_KEY) ?? 0)
  const difference = serverNow - arrivedAt()
  const offset = Math.abs(difference) < TOLERANCE_MS ? 0 : difference
  try {
    window.localStorage.setItem(OFFSET_KEY, String(offset))
  } catch {
    // Without access to storage, an offline copy of the page uses the device's clock.
  }
  return offset
}

/**
 * Returns the time at which the first byte of the page arrived, by the device's clock. It is computed from the current time, because
 * `performance.timeOrigin` is wrong after the clock is set or the device has slept.
 */
function arrivedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  // `responseStart` is undefined or 0 in browsers that don't report it.
  const began = navigation && 'responseStart' in navigation ? Number(navigation.responseStart) : 0
  return began > 0 ? now() - (performance.now() - began) : now()
}
