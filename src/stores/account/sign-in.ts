import type * as z from 'zod/mini'
import { isTokenSaved } from '#browser/platform/session/access-token.ts'
import { call } from '#browser/platform/api.ts'
import { goTo } from '#browser/platform/navigate.ts'
import { usePasskey } from '#browser/account/passkeys.ts'
import { clientFailure } from '#browser/platform/read-response.ts'
import { messageOr } from '#browser/platform/server-message.ts'
import { withSessionLock } from '#browser/platform/session/session-lock.ts'
import {
  clearSession,
  forgetDrafts,
  markLogout,
  writeSession,
  writeToken,
} from '#browser/platform/session/stored-session.ts'
import {
  login as loginContract,
  logout as logoutContract,
  register as registerContract,
} from '#contracts/account/accounts.ts'
import { passkeyLogin, passkeyLoginOptions } from '#contracts/account/second-factors.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Customer } from '#model/people/accounts.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import { $auth, $isLoggingOut, becomeSignedIn, becomeSignedOut, settleLogout } from './customer.ts'

type SignedIn = Result<{ customer: Customer; accessToken: string }>

/** SECOND_FACTOR_REQUIRED: repeat the call with `code`. An exception also signs out (specification §4). */
export const login = (body: z.input<(typeof loginContract)['body']>): Promise<Result<Customer>> =>
  enter(() => call(loginContract, { body }), 'Login failed')

export const loginWithPasskey = (): Promise<Result<Customer>> => enter(askWithPasskey, 'Login failed')

/** Specification §5: `confirmPassword` is sent equal to the password; §3: and the site's host as `domain`. */
export const register = (
  given: Omit<z.input<(typeof registerContract)['body']>, 'confirmPassword' | 'domain'>,
): Promise<Result<Customer>> => {
  const body = { ...given, confirmPassword: given.password, domain: window.location.hostname }
  return enter(() => call(registerContract, { body }), 'Registration failed')
}

const PASSKEY_NOT_USED: Failure = {
  success: false,
  error: { code: 'PASSKEY_NOT_USED', message: 'No passkey was used.' },
}

async function askWithPasskey(): Promise<SignedIn> {
  const asked = await call(passkeyLoginOptions, {})
  if (!asked.success) return asked
  const response = await usePasskey(asked.data.options)
  if (!response) return PASSKEY_NOT_USED
  return call(passkeyLogin, { body: { response } })
}

async function enter(ask: () => Promise<SignedIn>, fallback: string): Promise<Result<Customer>> {
  $auth.set({ ...$auth.get(), isLoading: true, error: undefined })
  try {
    return await withSessionLock(async () => {
      await settleLogout()
      const answer = await ask()
      if (!answer.success) return keepError(answer, fallback)
      await keepSession(answer.data)
      return succeed(answer.data.customer)
    })
  } catch (error) {
    const message = (error instanceof Error && error.message) || 'An unknown error occurred'
    clearSession()
    becomeSignedOut(message)
    return clientFailure('REQUEST_ERROR', message)
  }
}

function keepError({ error }: Extract<SignedIn, { success: false }>, fallback: string): Result<Customer> {
  const message = messageOr(error, fallback)
  $auth.set({ ...$auth.get(), isLoading: false, error: message })
  return { success: false, error: { ...error, message } }
}

/** Specification §9, token sync: delay of the first check whether requests carry the new token, and time limit. */
const TOKEN_SYNC_DELAY_MS = 50
const TOKEN_SYNC_GUARD_MS = 2000

/** Completes the sign-in only when requests carry the token. */
async function keepSession({ customer, accessToken }: { customer: Customer; accessToken: string }) {
  markLogout(false)
  writeToken(accessToken)
  for (let waitedMs = 0; waitedMs < TOKEN_SYNC_GUARD_MS; waitedMs += TOKEN_SYNC_DELAY_MS) {
    await new Promise((resolve) => setTimeout(resolve, TOKEN_SYNC_DELAY_MS))
    if (!isTokenSaved(accessToken)) continue
    writeSession(customer)
    return becomeSignedIn(customer)
  }
  throw new Error(
    'Your browser blocks storage for this site. Allow cookies and site data, then sign in again.',
  )
}

/**
 * Clears the local session and goes to `/`, whatever the server responds (specification §4). If the server wasn't reached,
 * it is told at the next start; until then the refresh cookie isn't used.
 */
export async function logout(): Promise<void> {
  if ($isLoggingOut.get()) return
  $isLoggingOut.set(true)
  markLogout(true)
  try {
    const answer = await call(logoutContract, {}, { timeout: 5000, keepalive: true })
    if (answer.success) markLogout(false)
  } finally {
    clearSession()
    forgetDrafts()
    becomeSignedOut()
    goTo(urls.home())
  }
}
