import type { uploadAvatar as contract } from '#contracts/account/accounts.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type { AccountCall, UploadCall, UseCase } from '#server/use-case.ts'
import { setAvatar } from './avatar-files.ts'
import { me } from '#server/people/accounts/me.ts'

export const AVATAR_UPLOAD_LIMIT: Limit = { name: 'avatar', points: 30, seconds: 3600 }

export const uploadAvatar: UseCase<typeof contract, AccountCall & UploadCall> = async (context, call) => {
  const picture = await context.pictures.toAvatar(call.bytes)
  if (!picture.success) return picture
  await setAvatar(context, { accountId: call.account.id, picture: picture.data })
  return me(context, call)
}
