/**
 * Lets one tab at a time sign in, renew its token or sign out: a second use of a refresh token ends the session. Runs
 * without a lock where the browser has none (pages without HTTPS).
 */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  const { locks }: { locks?: LockManager | null } = navigator
  return locks ? locks.request('customer_session', work) : work()
}
