import type { removeAvatar as contract } from '#contracts/account/accounts.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { setAvatar } from './avatar-files.ts'
import { me } from '#server/people/accounts/me.ts'

export const removeAvatar: UseCase<typeof contract, AccountCall> = async (context, call) => {
  await setAvatar(context, { accountId: call.account.id, picture: undefined })
  return me(context, call)
}
