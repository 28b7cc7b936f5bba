import { atom, computed, onMount } from 'nanostores'
import { call } from '#browser/platform/api.ts'
import { goTo } from '#browser/platform/navigate.ts'
import { messageOr } from '#browser/platform/server-message.ts'
import { sessionStore } from '#browser/platform/persistent-store.ts'
import {
  $storedSession,
  clearSession,
  isLogoutPending,
  markLogout,
  moveOldSession,
  updateSession,
} from '#browser/platform/session/stored-session.ts'
import { logout, me } from '#contracts/account/accounts.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Customer } from '#model/people/accounts.ts'

/** Specification §4, customer auth state. */
export interface AuthState {
  customer: Customer | undefined
  isAuthenticated: boolean
  isLoading: boolean
  error: string | undefined
}

export type AuthStatus = 'loading' | 'signed in' | 'signed out'

const STARTING: AuthState = { customer: undefined, isAuthenticated: false, isLoading: true, error: undefined }

export const $auth = atom<AuthState>(STARTING)
export const $customer = computed($auth, ({ customer }) => customer)
export const $isAuthenticated = computed($auth, ({ isAuthenticated }) => isAuthenticated)
export const $isLoading = computed($auth, ({ isLoading }) => isLoading)
export const $authError = computed($auth, ({ error }) => error)
export const $authStatus = computed($auth, ({ isAuthenticated, isLoading }): AuthStatus => {
  if (isAuthenticated) return 'signed in'
  return isLoading ? 'loading' : 'signed out'
})
export const $isLoggingOut = atom(false)

/** Reason of a sign-out by a failed refresh, on this page or the previous one. */
export const $refreshError = atom<string | undefined>(undefined)

const $keptRefreshError = sessionStore('refreshError', (stored) =>
  typeof stored === 'string' ? stored : undefined,
)

// A page restored from the back/forward cache may still say that it is signing out.
onMount($isLoggingOut, () => {
  const listening = new AbortController()
  const stay = (event: PageTransitionEvent): void => {
    if (event.persisted) $isLoggingOut.set(false)
  }
  window.addEventListener('pageshow', stay, { signal: listening.signal })
  return () => listening.abort()
})

// Listens while subscribed; asks the server once per page.
onMount($auth, () => {
  const stop = $storedSession.listen(adoptSession)
  if (hasStarted) adoptSession()
  else void startAuth()
  return stop
})

let started: Promise<void> | undefined
let hasStarted = false

/** Specification §4, start: signed out without a stored customer, otherwise as the server responds. */
export function startAuth(): Promise<void> {
  started ??= start().then(() => {
    hasStarted = true
  })
  return started
}

async function start(): Promise<void> {
  moveOldSession()
  void settleLogout()
  const { isStored, customer } = $storedSession.get()
  if (!isStored) {
    $refreshError.set(takeRefreshError())
    return becomeSignedOut()
  }
  $auth.set({ ...STARTING, customer })
  await refreshAuth()
}

let lastRefresh = 0

/** Any failure clears the session. Only the last call counts: a delayed response may be older than a change. */
export async function refreshAuth(): Promise<void> {
  if ($isLoggingOut.get()) return
  lastRefresh += 1
  const refresh = lastRefresh
  const answer = await call(me, {}, { cache: 'no-store', timeout: 15_000 })
  if (refresh !== lastRefresh) return
  if (answer.success) {
    const { customer } = answer.data
    return updateSession(customer) ? becomeSignedIn(customer) : undefined
  }
  const message = messageOr(answer.error, 'Failed to refresh authentication')
  $refreshError.set(message)
  clearSession()
  becomeSignedOut(message)
}

export function leaveToSignIn(next: string): void {
  $keptRefreshError.set($refreshError.get())
  goTo(urls.login(next))
}

function takeRefreshError(): string | undefined {
  const kept = $keptRefreshError.get()
  $keptRefreshError.set(undefined)
  return kept
}

export function becomeSignedIn(customer: Customer): void {
  $refreshError.set(undefined)
  $auth.set({ customer, isAuthenticated: true, isLoading: false, error: undefined })
}

export const becomeSignedOut = (error?: string): void =>
  $auth.set({ customer: undefined, isAuthenticated: false, isLoading: false, error })

function adoptSession(): void {
  const { isStored, customer } = $storedSession.get()
  if (!isStored) return $auth.get().isAuthenticated ? becomeSignedOut() : undefined
  const isNews = JSON.stringify(customer) !== JSON.stringify($auth.get().customer)
  if (customer && (isNews || !$auth.get().isAuthenticated)) becomeSignedIn(customer)
}

let settling: Promise<void> | undefined

/** One at a time; sign-in waits for it. */
export function settleLogout(): Promise<void> {
  if (!isLogoutPending()) return Promise.resolve()
  settling ??= call(logout, {}, { timeout: 5000 }).then((answer) => {
    if (answer.success) markLogout(false)
    settling = undefined
  })
  return settling
}
