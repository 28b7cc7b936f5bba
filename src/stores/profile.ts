import type * as z from 'zod/mini'
import { call } from '#browser/api.ts'
import { goTo } from '#browser/navigate.ts'
import { clearSession, writeSession, writeToken } from '#browser/stored-session.ts'
import {
  changeEmail as changeEmailContract,
  changePassword as changePasswordContract,
  deleteAccount as deleteContract,
  exportAccount,
  removeAvatar as removeAvatarContract,
  updateProfile as updateContract,
  uploadAvatar as uploadContract,
} from '#contracts/accounts.ts'
import { urls } from '#contracts/urls.ts'
import type { Customer } from '#model/accounts.ts'
import type { Result } from '#model/result.ts'
import { $isLoggingOut, becomeSignedIn, becomeSignedOut } from './customer.ts'

/** What a customer changes about the own account. Each answer's customer is at once the one that all tabs show. */

export const updateProfile = async (body: z.input<(typeof updateContract)['body']>) =>
  adopt(await call(updateContract, { body }))

/** The file as it is: what it is, and whether it will do, is for the server to find out. */
export const uploadAvatar = async (file: Blob) => adopt(await call(uploadContract, {}, { file }))

export const removeAvatar = async () => adopt(await call(removeAvatarContract, {}))

export const changeEmail = (body: z.input<(typeof changeEmailContract)['body']>) =>
  call(changeEmailContract, { body })

/** Every other session ends; this one goes on with a new token. */
export async function changePassword(body: z.input<(typeof changePasswordContract)['body']>) {
  const answer = await call(changePasswordContract, { body })
  if (answer.success) writeToken(answer.data.accessToken)
  return adopt(answer)
}

/** Everything that is known about the account, as the text of a JSON document. */
export async function readExport(password: string): Promise<Result<string>> {
  const answer = await call(exportAccount, { body: { password } })
  return answer.success ? { success: true, data: JSON.stringify(answer.data, null, 2) } : answer
}

/** The account is gone and so is the session; the page is left. */
export async function deleteAccount(password: string) {
  const answer = await call(deleteContract, { body: { password } })
  if (answer.success) leaveSignedOut()
  return answer
}

/** For what ends the session on the server: this browser forgets it and goes to `/`. */
export function leaveSignedOut(): void {
  $isLoggingOut.set(true)
  clearSession()
  becomeSignedOut()
  goTo(urls.home())
}

function adopt<Data extends { customer: Customer }>(answer: Result<Data>): Result<Data> {
  if (answer.success) {
    writeSession(answer.data.customer)
    becomeSignedIn(answer.data.customer)
  }
  return answer
}
