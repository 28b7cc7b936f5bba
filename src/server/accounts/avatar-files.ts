import { hash } from 'node:crypto'
import { urls } from '#contracts/urls.ts'
import { succeed } from '#model/result.ts'
import type { Context } from '../context.ts'
import { transact } from '../db/transact.ts'
import { isUploadName } from '../uploads/upload-store.ts'
import { isAvatarUsed, lockUpload, replaceAvatarUrl } from './avatar-rows.ts'

/**
 * Gives the account a picture, or none. The file is there before the account names it, and goes after no account does: both
 * under the lock of its name, so that nobody removes what somebody else has just put.
 */
export async function setAvatar(
  context: Context,
  { accountId, picture }: { accountId: string; picture: Buffer | undefined },
): Promise<void> {
  const name = picture && `${hash('sha256', picture)}.webp`
  const avatarUrl = name ? urls.upload(name) : ''
  const changed = await transact(context.db, async (trx) => {
    if (name) {
      await lockUpload(trx, name)
      await context.uploads.put(name, picture)
    }
    return succeed(await replaceAvatarUrl(trx, { accountId, avatarUrl, now: new Date(context.clock.now()) }))
  })
  if (changed.success && changed.data !== avatarUrl) await dropUnusedAvatar(context, changed.data)
}

/** Removes the file of a picture that no account has any more. For whoever takes an account away, too. */
export async function dropUnusedAvatar(context: Context, avatarUrl: string): Promise<void> {
  const name = avatarUrl.slice(urls.upload('').length)
  if (!isUploadName(name)) return
  await transact(context.db, async (trx) => {
    await lockUpload(trx, name)
    if (!(await isAvatarUsed(trx, avatarUrl))) await context.uploads.remove(name)
    return succeed(undefined)
  })
}
