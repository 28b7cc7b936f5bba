/** Milliseconds since the epoch. */
export const now = (): number => Date.now()

/**
 * Runs `tick` every `intervalMs`, and when the tab becomes visible again, since browsers throttle hidden tabs. Returns a function that
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
