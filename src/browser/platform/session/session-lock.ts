/**
 * Runs `work` in one tab at a time, because using a refresh token twice ends the session. Browsers have no locks
 * without HTTPS; `work` then runs without one.
 */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  const { locks }: { locks?: LockManager | null } = navigator
  return locks ? locks.request('customer_session', work) : work()
}
