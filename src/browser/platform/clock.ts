/** Returns the current time in milliseconds since 1970. */
export const now = (): number => Date.now()

/**
 * Calls `tick` at intervals, and when the tab becomes visible, because browsers throttle timers of hidden tabs. Returns a function that
 * stops it.
 */
export function startTicker(tick: () => void, intervalMs: number): () => void {
  const whenVisible = (): void => {
    if (document.visibilityState === 'visible') tick()
  }
  const timer = setInterval(tick, intervalMs)
  const listening = new AbortController()
  document.addEventListener('visibilitychange', whenVisible, { signal: listening.signal })
  return () => {
    clearInterval(timer)
    listening.abort()
  }
}
