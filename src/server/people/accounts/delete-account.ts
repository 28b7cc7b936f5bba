import type { deleteAccount as contract } from '#contracts/account/accounts.ts'
import { succeed } from '#model/platform/result.ts'
import { checkPassword } from '#server/people/passwords/check-password.ts'
import { CLEARED_SESSION_COOKIES } from '#server/people/sessions/open-session.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { eraseAccount } from './erase-account.ts'
import { orderOwnerOf } from './list-own-orders.ts'

export const deleteAccount: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, body, client } = call
  const wrong = await checkPassword(context, { accountId: account.id, password: body.password, client })
  if (wrong) return wrong
  const erased = await eraseAccount(context, orderOwnerOf(account))
  return erased.success ? { ...succeed({}), cookies: CLEARED_SESSION_COOKIES } : erased
}
