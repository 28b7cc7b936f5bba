import { atom, computed, onMount } from 'nanostores'
import { call } from '#browser/api.ts'
import { goTo } from '#browser/navigate.ts'
import { messageOr } from '#browser/server-message.ts'
import { sessionStore } from '#browser/persistent-store.ts'
import {
  $storedSession,
  clearSession,
  isLogoutPending,
  markLogout,
  moveOldSession,
  updateSession,
} from '#browser/stored-session.ts'
import { logout, me } from '#contracts/accounts.ts'
import { urls } from '#contracts/urls.ts'
import type { Customer } from '#model/accounts.ts'

/** Specification §4, customer auth state. */
export interface AuthState {
  customer: Customer | undefined
  isAuthenticated: boolean
  isLoading: boolean
  /** What went wrong last, in words for the customer. */
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

/** Why the visitor was signed out, when asking for the current customer failed: here, or on the page that led here. */
export const $refreshError = atom<string | undefined>(undefined)

/** The same, kept for the page that the visitor is led to. */
const $keptRefreshError = sessionStore('refreshError', (stored) =>
  typeof stored === 'string' ? stored : undefined,
)

// A page that comes back from the browser's memory has signed out already.
onMount($isLoggingOut, () => {
  const listening = new AbortController()
  const stay = (event: PageTransitionEvent): void => {
    if (event.persisted) $isLoggingOut.set(false)
  }
  window.addEventListener('pageshow', stay, { signal: listening.signal })
  return () => listening.abort()
})

// Listens for as long as anybody looks; asks the server once a page.
onMount($auth, () => {
  const stop = $storedSession.listen(adoptSession)
  if (hasStarted) adoptSession()
  else void startAuth()
  return stop
})

let started: Promise<void> | undefined
let hasStarted = false

/** At start (specification §4): without a stored customer signed out, else whatever the server says. */
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

/** Asks who is signed in, past every cache. A failure, of whatever kind, clears what is stored and signs out. */
export async function refreshAuth(): Promise<void> {
  if ($isLoggingOut.get()) return
  const answer = await call(me, {}, { cache: 'no-store', timeout: 15_000 })
  if (answer.success) {
    const { customer } = answer.data
    return updateSession(customer) ? becomeSignedIn(customer) : undefined
  }
  const message = messageOr(answer.error, 'Failed to refresh authentication')
  $refreshError.set(message)
  clearSession()
  becomeSignedOut(message)
}

/** Leads to the sign-in page, and back to `next` from there. It tells why the visitor was signed out. */
export function leaveToSignIn(next: string): void {
  $keptRefreshError.set($refreshError.get())
  goTo(urls.login(next))
}

/** What the page before this one has kept, once. */
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

/** What another call or another tab has stored: signed in as somebody, signed out, or the same with a new name. */
function adoptSession(): void {
  const { isStored, customer } = $storedSession.get()
  if (!isStored) return $auth.get().isAuthenticated ? becomeSignedOut() : undefined
  const isNews = JSON.stringify(customer) !== JSON.stringify($auth.get().customer)
  if (customer && (isNews || !$auth.get().isAuthenticated)) becomeSignedIn(customer)
}

let settling: Promise<void> | undefined

/** Tells the server of a sign-out that it has not heard of. One at a time; signing in waits for it. */
export function settleLogout(): Promise<void> {
  if (!isLogoutPending()) return Promise.resolve()
  settling ??= call(logout, {}, { timeout: 5000 }).then((answer) => {
    if (answer.success) markLogout(false)
    settling = undefined
  })
  return settling
}
