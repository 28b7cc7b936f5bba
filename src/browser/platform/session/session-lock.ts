/** One tab at a time: a second use of a refresh token ends the session. No lock where the browser has none (no HTTPS). */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  const { locks }: { locks?: LockManager | null } = navigator
  return locks ? locks.request('customer_session', work) : work()
}
