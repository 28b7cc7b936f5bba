import { urls } from '#contracts/urls.ts'
import { succeed } from '#model/result.ts'
import type { Context } from '../context.ts'
import { transact } from '../db/transact.ts'
import { dropUnusedUpload } from '../uploads/drop-unused.ts'
import { lockUpload } from '../uploads/upload-rows.ts'
import type { Upload } from '../uploads/upload-store.ts'
import { replaceAvatarUrl } from './avatar-rows.ts'

/**
 * Gives the account a picture, or none. The file is there before the account names it, and goes after nobody does: both are seen
 * to under the lock of its name, so that nobody removes what somebody else has just put.
 */
export async function setAvatar(
  context: Context,
  { accountId, picture }: { accountId: string; picture: Upload | undefined },
): Promise<void> {
  const { uploads } = context
  const avatarUrl = picture ? urls.upload(picture.name) : ''
  // What takes long comes first: a store that is slow or down holds no connection to the database.
  if (picture) await uploads.put(picture)
  const changed = await transact(context.db, async (trx) => {
    if (picture) {
      await lockUpload(trx, picture.name)
      if (!(await uploads.has(picture.name))) await uploads.put(picture)
    }
    return succeed(await replaceAvatarUrl(trx, { accountId, avatarUrl, now: new Date(context.clock.now()) }))
  })
  if (changed.success && changed.data !== avatarUrl) await dropUnusedUpload(context, changed.data)
}
