import { now } from '#browser/platform/clock.ts'
import { readText } from '#browser/platform/storage.ts'

const OFFSET_KEY = 'foyer.clock-offset'
/** Smaller differences may be the time that the page took to arrive. */
const TOLERANCE_MS = 5000

/**
 * Returns by how many milliseconds the server's clock is ahead of this device's. `serverNow`: the server's time in a page that has just
 * arrived; undefined in an offline copy, for which the last known difference counts.
 */
export function readClockOffset(serverNow: number | undefined): number {
  if (serverNow === undefined) return Number(readText(OFFSET_KEY) ?? 0)
  const difference = serverNow - now()
  const offset = Math.abs(difference) < TOLERANCE_MS ? 0 : difference
  try {
    window.localStorage.setItem(OFFSET_KEY, String(offset))
  } catch {
    // Without access to storage, an offline copy goes by the device's clock.
  }
  return offset
}
