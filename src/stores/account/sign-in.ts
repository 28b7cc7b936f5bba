import { atom } from 'nanostores'
import type * as z from 'zod/mini'
import { isTokenSaved } from '#browser/platform/session/access-token.ts'
import { call } from '#browser/platform/api.ts'
import { goTo } from '#browser/platform/navigate.ts'
import { $hasDoorData } from '#browser/account/door-marker.ts'
import { requestPasskeyAssertion } from '#browser/account/passkeys.ts'
import { clientFailure } from '#browser/platform/read-response.ts'
import { serverMessageOr } from '#browser/platform/server-message.ts'
import { withSessionLock } from '#browser/platform/session/session-lock.ts'
import {
  $storedSession,
  clearSession,
  deleteDrafts,
  setLogoutPending,
  writeSession,
  writeToken,
} from '#browser/platform/session/stored-session.ts'
import {
  login as loginContract,
  logout as logoutContract,
  register as registerContract,
} from '#contracts/account/sign-in.ts'
import { passkeyLogin, createPasskeyAuthenticationOptions } from '#contracts/account/second-factors.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Customer } from '#model/people/accounts.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import { $auth, $isLoggingOut, setSignedIn, setSignedOut, finishLogout } from './customer.ts'

type SignedIn = Result<{ customer: Customer; accessToken: string }>
type Ask = () => Promise<SignedIn>

/** After SECOND_FACTOR_REQUIRED, call it again with `code`. An exception also signs the user out (specification §4). */
export const login = (body: z.input<(typeof loginContract)['body']>): Promise<Result<Customer>> =>
  enter(() => call(loginContract, { body }), 'Login failed')

export const loginWithPasskey = (): Promise<Result<Customer>> => enter(readPasskey(), 'Login failed')

/** Adds `confirmPassword`, equal to the password (specification §5), and `domain`, the site's host (§3). */
export const register = (
  fields: Omit<z.input<(typeof registerContract)['body']>, 'confirmPassword' | 'domain'>,
): Promise<Result<Customer>> => {
  const body = { ...fields, confirmPassword: fields.password, domain: window.location.hostname }
  return enter(() => call(registerContract, { body }), 'Registration failed')
}

const PASSKEY_NOT_USED: Failure = {
  success: false,
  error: { code: 'PASSKEY_NOT_USED', message: 'No passkey was used.' },
}

async function readPasskey(): Promise<Ask> {
  const options = await call(createPasskeyAuthenticationOptions, {})
  if (!options.success) return () => Promise.resolve(options)
  const response = await requestPasskeyAssertion(options.data.options)
  if (!response) return () => Promise.resolve(PASSKEY_NOT_USED)
  return () => call(passkeyLogin, { body: { response } })
}

/**
 * Signs in by `ask`. Waits for a promised `ask` without the lock, because the device's dialog may stay open while
 * another tab signs in.
 */
async function enter(ask: Ask | Promise<Ask>, fallback: string): Promise<Result<Customer>> {
  $auth.set({ ...$auth.get(), isLoading: true, error: undefined })
  try {
    const send = await ask
    return await withSessionLock(async () => {
      await finishLogout()
      const answer = await send()
      if (!answer.success) return keepError(answer, fallback)
      await keepSession(answer.data)
      return succeed(answer.data.customer)
    })
  } catch (error) {
    const message = (error instanceof Error && error.message) || 'An unknown error occurred'
    clearSession()
    setSignedOut(message)
    return clientFailure('REQUEST_ERROR', message)
  }
}

function keepError({ error }: Extract<SignedIn, { success: false }>, fallback: string): Result<Customer> {
  const message = serverMessageOr(error, fallback)
  $auth.set({ ...$auth.get(), isLoading: false, error: message })
  return { success: false, error: { ...error, message } }
}

/** Interval at which sign-in checks that the new token is stored, and the time limit (specification §9, token sync). */
const TOKEN_SYNC_DELAY_MS = 50
const TOKEN_SYNC_GUARD_MS = 2000

/** Completes the sign-in once the token is stored, so that the next requests carry it. */
async function keepSession({ customer, accessToken }: { customer: Customer; accessToken: string }) {
  setLogoutPending(false)
  writeToken(accessToken)
  for (let waitedMs = 0; waitedMs < TOKEN_SYNC_GUARD_MS; waitedMs += TOKEN_SYNC_DELAY_MS) {
    await new Promise((resolve) => setTimeout(resolve, TOKEN_SYNC_DELAY_MS))
    if (!isTokenSaved(accessToken)) continue
    writeSession(customer)
    return setSignedIn(customer)
  }
  throw new Error(
    'Your browser blocks storage for this site. Allow cookies and site data, then sign in again.',
  )
}

/**
 * Number of door scans and sales that this browser hasn't sent. If there are any, sign-out asks for confirmation, because they and their
 * tickets stay in the browser.
 */
export const $unsentScans = atom(0)

async function forgetDoorData(): Promise<number> {
  const { customer } = $storedSession.get()
  if (!customer) return 0
  try {
    // The code for the door's data is loaded on demand, because few accounts work at a door.
    const { deleteDoorData } = await import('#browser/account/door-data.ts')
    return await deleteDoorData(customer.id)
  } catch {
    return 0
  }
}

/**
 * Signs out. First deletes the door's data of the account; if some of it wasn't sent, sets `$unsentScans` and stops, until the caller has
 * asked the member and passes `keepsScans`. Clears the local session and opens `/`, whatever the server responds (specification §4). If the
 * server can't be reached, the next page load repeats the request; until then, the refresh cookie isn't used.
 */
export async function logout({ keepsScans = false } = {}): Promise<void> {
  if ($isLoggingOut.get()) return
  $isLoggingOut.set(true)
  const unsent = keepsScans || !$hasDoorData.get() ? 0 : await forgetDoorData()
  if (unsent > 0) {
    $unsentScans.set(unsent)
    $isLoggingOut.set(false)
    return
  }
  setLogoutPending(true)
  try {
    const answer = await call(logoutContract, {}, { timeout: 5000, keepalive: true })
    if (answer.success) setLogoutPending(false)
  } finally {
    clearSession()
    deleteDrafts()
    setSignedOut()
    goTo(urls.home())
  }
}
