import { call } from '#browser/platform/api.ts'
import { serverMessageOr } from '#browser/platform/server-message.ts'
import {
  confirmResetPassword,
  resendVerification as resendContract,
  resetPassword,
  showVerification,
  undoEmailChange as undoContract,
  verifyEmail as verifyContract,
} from '#contracts/account/sign-in.ts'
import { keepSecondFactors as keepContract } from '#contracts/account/second-factors.ts'
import type { Result } from '#model/platform/result.ts'
import { $auth, refreshAuth } from './customer.ts'

/**
 * Requests for emails with links, and the pages that these links open. The calls change only the loading and error state (specification
 * §4).
 */

/**
 * Requests a link to reset the password. The response doesn't show whether an account with this address exists. Only an
 * existing account gets an email.
 */
export const requestPasswordReset = (email: string) =>
  toggling(
    () => call(resetPassword, { body: { email, domain: window.location.hostname } }),
    'Password reset request failed',
  )

export const confirmPasswordReset = (body: { token: string; password: string }) =>
  toggling(() => call(confirmResetPassword, { body }), 'Password reset confirmation failed')

export const undoEmailChange = (body: { token: string; password: string }) =>
  toggling(() => call(undoContract, { body }), 'An unknown error occurred')

export const keepSecondFactors = (token: string) => call(keepContract, { body: { token } })

export const resendVerification = (email: string) =>
  toggling(() => call(resendContract, { body: { email } }), 'An unknown error occurred')

/** Returns what the link would verify, without using it up. */
export const readVerification = (token: string) => call(showVerification, { body: { token } })

/** Verifies the address and reloads the account, because the signed-in account may have been verified. */
export async function verifyEmail(body: {
  token: string
  password?: string
}): Promise<Result<{ email: string }>> {
  const answer = await toggling(() => call(verifyContract, { body }), 'An unknown error occurred')
  if (answer.success && $auth.get().customer) await refreshAuth()
  return answer
}

async function toggling<Data>(ask: () => Promise<Result<Data>>, fallback: string): Promise<Result<Data>> {
  $auth.set({ ...$auth.get(), isLoading: true, error: undefined })
  const answer = await ask()
  if (answer.success) {
    $auth.set({ ...$auth.get(), isLoading: false })
    return answer
  }
  const message = serverMessageOr(answer.error, fallback)
  $auth.set({ ...$auth.get(), isLoading: false, error: message })
  return { success: false, error: { ...answer.error, message } }
}
