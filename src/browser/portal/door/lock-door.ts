/** Maximum time to wait for the lock. A page that the user is leaving keeps the lock for a moment. */
const PATIENCE_MS = 2000

/** Locks an event's door for this tab until the signal is aborted or the tab is closed. Returns false if another tab has the lock. */
export function lockDoor(eventId: string, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const ended = new Promise<void>((end) => signal.addEventListener('abort', () => end()))
  navigator.locks
    .request(`foyer-door-${eventId}`, { signal: AbortSignal.timeout(PATIENCE_MS) }, () => {
      resolve(true)
      return ended
    })
    .catch(() => resolve(false))
  return promise
}
