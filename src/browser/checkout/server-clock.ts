import { now } from '#browser/platform/clock.ts'
import { readText } from '#browser/platform/storage.ts'

const OFFSET_KEY = 'foyer.clock-offset'
/** Smaller differences may be the time that the server took to answer. */
const TOLERANCE_MS = 5000

/**
 * Returns by how many milliseconds the server's clock is ahead of this device's. `serverNow`: the server's time in the open page; undefined
 * in an offline copy, for which the last known difference counts.
 */
export function readClockOffset(serverNow: number | undefined): number {
  if (serverNow === undefined) return Number(readText(OFFSET_KEY) ?? 0)
  const difference = serverNow - arrivedAt()
  const offset = Math.abs(difference) < TOLERANCE_MS ? 0 : difference
  try {
    window.localStorage.setItem(OFFSET_KEY, String(offset))
  } catch {
    // Without access to storage, an offline copy goes by the device's clock.
  }
  return offset
}

/**
 * When the page began to arrive, by the device's clock: its scripts may load much later. Counted back from now, because
 * `performance.timeOrigin` doesn't follow a clock that is set, or a device that sleeps.
 */
function arrivedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  // Missing, or zero, where the browser doesn't tell.
  const began = navigation && 'responseStart' in navigation ? Number(navigation.responseStart) : 0
  return began > 0 ? now() - (performance.now() - began) : now()
}
