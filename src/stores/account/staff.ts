import { atom, onMount } from 'nanostores'
import { call } from '#browser/platform/api.ts'
import { startTicker, now } from '#browser/platform/clock.ts'
import { readStaffSignals } from '#browser/account/staff-session.ts'
import { $storedSession, isLogoutPending, updateSession } from '#browser/platform/session/stored-session.ts'
import { me } from '#contracts/account/accounts.ts'
import { isLikelyStaff } from '#model/people/staff-hint.ts'

/** Lifetimes of a cached result while the tab is visible and while it is hidden, and the other intervals of specification §9. */
const CACHE_VISIBLE_MS = 30_000
const CACHE_HIDDEN_MS = 60_000
const SYNC_THROTTLE_MS = 10_000
const TOKEN_DELAY_MS = 50
const TOKEN_GUARD_MS = 2000

/** Interval at which the stored signals are evaluated again. */
const LOOK_INTERVAL_MS = 10_000

/** True when the interface shows staff pages first (specification §6). It grants no access. */
export const $isStaffHint = atom(false)

interface Checked {
  key: string
  isStaff: boolean
  at: number
}

let cached: Checked | undefined
let syncedAt = Number.NEGATIVE_INFINITY

onMount($isStaffHint, () => {
  const listening = new AbortController()
  void whenTokenIsThere(listening.signal).then(() => {
    if (listening.signal.aborted) return
    look()
    void refreshStaffStatus()
  })
  const stopHearing = $storedSession.listen(look)
  const stopTime = startTicker(look, LOOK_INTERVAL_MS)
  return () => {
    listening.abort()
    stopHearing()
    stopTime()
  }
})

const look = (): void => $isStaffHint.set(isProbablyStaff())

/**
 * Returns whether the stored signals suggest that the user is staff. Cached per token for 30 s while the tab is visible, 60 s otherwise.
 */
export function isProbablyStaff(): boolean {
  const signals = readStaffSignals()
  const key = (signals.token ?? '').slice(-8)
  const keptMs = document.visibilityState === 'hidden' ? CACHE_HIDDEN_MS : CACHE_VISIBLE_MS
  if (cached?.key === key && now() - cached.at < keptMs) return cached.isStaff
  cached = { key, isStaff: isLikelyStaff(signals, now()), at: now() }
  return cached.isStaff
}

/** Fetches the customer from the server, at most once every 10 s, and stores it. A failure changes nothing. */
export async function refreshStaffStatus(): Promise<void> {
  if (!readStaffSignals().token || isLogoutPending() || now() - syncedAt < SYNC_THROTTLE_MS) return
  syncedAt = now()
  const answer = await call(me, {}, { cache: 'no-store' })
  if (answer.success && updateSession(answer.data.customer)) cached = undefined
}

/** Waits until the token is stored, at most 2 s, checking every 50 ms (specification §9, token sync). */
async function whenTokenIsThere(signal: AbortSignal): Promise<void> {
  const since = now()
  do {
    await new Promise((resolve) => void setTimeout(resolve, TOKEN_DELAY_MS))
  } while (!signal.aborted && !readStaffSignals().token && now() - since < TOKEN_GUARD_MS)
}
