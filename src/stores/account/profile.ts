import type * as z from 'zod/mini'
import { call } from '#browser/platform/api.ts'
import { goTo } from '#browser/platform/navigate.ts'
import { clearSession, writeSession, writeToken } from '#browser/platform/session/stored-session.ts'
import {
  changeEmail as changeEmailContract,
  changePassword as changePasswordContract,
  deleteAccount as deleteContract,
  exportAccount,
  removeAvatar as removeAvatarContract,
  updateProfile as updateContract,
  uploadAvatar as uploadContract,
} from '#contracts/account/accounts.ts'
import { urls } from '#contracts/platform/urls.ts'
import type { Customer } from '#model/people/accounts.ts'
import type { Result } from '#model/platform/result.ts'
import { $isLoggingOut, setSignedIn, setSignedOut } from './customer.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

/** Functions that change or export the customer's own account. When the server returns a customer, all tabs show it at once. */

export const updateProfile = async (body: z.input<(typeof updateContract)['body']>) =>
  adopt(await call(updateContract, { body }))

/** Uploads the file unchanged. The server validates it. */
export const uploadAvatar = async (file: Blob) => adopt(await call(uploadContract, {}, { file }))

export const removeAvatar = async () => adopt(await call(removeAvatarContract, {}))

export const changeEmail = (body: z.input<(typeof changeEmailContract)['body']>) =>
  call(changeEmailContract, { body })

/** Changes the password. The server ends the account's other sessions and gives this one a new token. */
export async function changePassword(body: z.input<(typeof changePasswordContract)['body']>) {
  const answer = await call(changePasswordContract, { body })
  if (answer.success) writeToken(answer.data.accessToken)
  return adopt(answer)
}

export async function fetchAccountExport(password: string): Promise<Result<string>> {
  const answer = await call(exportAccount, { body: { password } })
  return answer.success ? { success: true, data: JSON.stringify(answer.data, null, 2) } : answer
}

export const deleteAccount = (password: string) =>
  onSuccess(call(deleteContract, { body: { password } }), clearSessionAndGoHome)

/** Signs out locally, because the server has already ended the session, and opens `/`. */
export function clearSessionAndGoHome(): void {
  $isLoggingOut.set(true)
  clearSession()
  setSignedOut()
  goTo(urls.home())
}

function adopt<Data extends { customer: Customer }>(answer: Result<Data>): Result<Data> {
  if (answer.success) {
    writeSession(answer.data.customer)
    setSignedIn(answer.data.customer)
  }
  return answer
}
