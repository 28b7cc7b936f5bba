/** Milliseconds since the epoch. */
export const now = (): number => Date.now()

/** Also runs `tick` when the tab becomes visible, since browsers throttle hidden tabs. Returns a function that stops it. */
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
