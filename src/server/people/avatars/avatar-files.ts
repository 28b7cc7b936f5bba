import { urls } from '#contracts/platform/urls.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { deleteUnusedUpload } from '#server/platform/uploads/delete-unused-upload.ts'
import { withUploadClaims } from '#server/platform/uploads/upload-claims.ts'
import type { Upload } from '#server/platform/uploads/upload-store.ts'
import { replaceAvatarUrl } from './avatar-rows.ts'

/**
 * Stores the file before the account refers to it, and deletes the previous file afterwards, so that concurrent
 * changes can't delete an image in use.
 */
export async function setAvatar(
  context: Context,
  { accountId, picture }: { accountId: string; picture: Upload | undefined },
): Promise<void> {
  const avatarUrl = picture ? urls.upload(picture.name) : ''
  const before = await withUploadClaims(context, picture ? [picture.name] : [], async () => {
    if (picture) await context.uploads.put(picture)
    const now = new Date(context.clock.now())
    return transact(context.db, async (trx) =>
      succeed(await replaceAvatarUrl(trx, { accountId, avatarUrl, now })),
    )
  })
  if (before.success && before.data !== avatarUrl) await deleteUnusedUpload(context, before.data)
}
