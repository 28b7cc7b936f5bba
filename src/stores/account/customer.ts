import { atom, computed, onMount } from 'nanostores'
import { call } from '#browser/platform/api.ts'
import { goTo } from '#browser/platform/navigate.ts'
import { serverMessageOr } from '#browser/platform/server-message.ts'
import { sessionStore } from '#browser/platform/persistent-store.ts'
import {
  $storedSession,
  clearSession,
  isLogoutPending,
  setLogoutPending,
  migrateSessionKeys,
  updateSession,
} from '#browser/platform/session/stored-session.ts'
import { me } from '#contracts/account/accounts.ts'
import { logout } from '#contracts/account/sign-in.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Customer } from '#model/people/accounts.ts'

/** Sign-in state of the customer (specification §4). */
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

/** Message of a failed refresh that signed the customer out, on this page or the previous one. */
export const $refreshError = atom<string | undefined>(undefined)

const $keptRefreshError = sessionStore('refreshError', (stored) =>
  typeof stored === 'string' ? stored : undefined,
)

// A page that is restored from the back/forward cache may still have the flag that was set when the user left it.
onMount($isLoggingOut, () => {
  const listening = new AbortController()
  const stay = (event: PageTransitionEvent): void => {
    if (event.persisted) $isLoggingOut.set(false)
  }
  window.addEventListener('pageshow', stay, { signal: listening.signal })
  return () => listening.abort()
})

// Loads the session once per page, and follows changes in other tabs while subscribed.
onMount($auth, () => {
  const stop = $storedSession.listen(adoptSession)
  const leaving = new AbortController()
  window.addEventListener('pagehide', () => (isLeft = true), { signal: leaving.signal })
  window.addEventListener('pageshow', returnToPage, { signal: leaving.signal })
  if (hasStarted) adoptSession()
  else void startAuth()
  return () => {
    stop()
    leaving.abort()
  }
})

/**
 * True once the user leaves the page, even if the browser keeps it in the back/forward cache. The browser then aborts the page's requests.
 */
let isLeft = false

function returnToPage({ persisted }: PageTransitionEvent): void {
  isLeft = false
  if (persisted && $auth.get().isLoading) void refreshAuth()
}

let started: Promise<void> | undefined
let hasStarted = false

/**
 * Determines the initial sign-in state: signed out without a stored customer, otherwise the server's response
 * (specification §4).
 */
export function startAuth(): Promise<void> {
  started ??= start().then(() => {
    hasStarted = true
  })
  return started
}

async function start(): Promise<void> {
  migrateSessionKeys()
  void finishLogout()
  const { isStored, customer } = $storedSession.get()
  if (!isStored) {
    $refreshError.set(takeRefreshError())
    return setSignedOut()
  }
  $auth.set({ ...STARTING, customer })
  await refreshAuth()
}

let lastRefresh = 0

/**
 * Signs the customer out on any failure, unless the request was aborted because the user left the page. Only the result of the latest call
 * is applied, because a delayed response may be outdated.
 */
export async function refreshAuth(): Promise<void> {
  if ($isLoggingOut.get()) return
  lastRefresh += 1
  const refresh = lastRefresh
  const answer = await call(me, {}, { cache: 'no-store', timeout: 15_000 })
  if (refresh !== lastRefresh) return
  if (answer.success) {
    const { customer } = answer.data
    return updateSession(customer) ? setSignedIn(customer) : undefined
  }
  if (isLeft) return
  const message = serverMessageOr(answer.error, 'Failed to refresh authentication')
  $refreshError.set(message)
  clearSession()
  setSignedOut(message)
}

export function redirectToSignIn(next: string): void {
  $keptRefreshError.set($refreshError.get())
  goTo(urls.login(next))
}

function takeRefreshError(): string | undefined {
  const kept = $keptRefreshError.get()
  $keptRefreshError.set(undefined)
  return kept
}

export function setSignedIn(customer: Customer): void {
  $refreshError.set(undefined)
  $auth.set({ customer, isAuthenticated: true, isLoading: false, error: undefined })
}

export const setSignedOut = (error?: string): void =>
  $auth.set({ customer: undefined, isAuthenticated: false, isLoading: false, error })

function adoptSession(): void {
  const { isStored, customer } = $storedSession.get()
  if (!isStored) return $auth.get().isAuthenticated ? setSignedOut() : undefined
  const isNews = JSON.stringify(customer) !== JSON.stringify($auth.get().customer)
  if (customer && (isNews || !$auth.get().isAuthenticated)) setSignedIn(customer)
}

let settling: Promise<void> | undefined

/** Repeats a sign-out that didn't reach the server. Only one runs at a time; sign-in waits for it. */
export function finishLogout(): Promise<void> {
  if (!isLogoutPending()) return Promise.resolve()
  settling ??= call(logout, {}, { timeout: 5000 }).then((answer) => {
    if (answer.success) setLogoutPending(false)
    settling = undefined
  })
  return settling
}
