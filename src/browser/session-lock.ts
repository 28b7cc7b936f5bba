/**
 * One tab at a time signs in, renews its token or signs out: a refresh token is used once, and a second use ends the session.
 * Where the browser has no locks (pages that came over plain http), the work is done without.
 */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  const { locks }: { locks?: LockManager | null } = navigator
  return locks ? locks.request('customer_session', work) : work()
}
