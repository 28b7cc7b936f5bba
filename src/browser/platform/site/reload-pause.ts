/** Pause before the second automatic reload. Doubled for each later reload; the first reload has no pause. */
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 30_000

/** Reloads longer ago than this don't count, because the page has worked since then. */
const REMEMBERED_MS = 5 * 60_000

/**
 * Returns the pause in milliseconds and counts the reload. The count is in the tab's history entry, which survives reloads and needs no
 * permission to use storage.
 */
export function nextReloadPauseMs(now: number): number {
  const { count, at } = readReloads()
  const earlier = now - at < REMEMBERED_MS ? count : 0
  const pauseMs = earlier === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (earlier - 1), MAX_PAUSE_MS)
  const reloads = { count: earlier + 1, at: now + pauseMs }
  window.history.replaceState({ ...window.history.state, reloads }, '')
  return pauseMs
}

function readReloads(): { count: number; at: number } {
  const { count, at }: Record<string, unknown> = { ...window.history.state?.reloads }
  return typeof count === 'number' && typeof at === 'number' ? { count, at } : { count: 0, at: 0 }
}
