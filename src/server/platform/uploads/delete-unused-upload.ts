import { urls } from '#contracts/platform/urls.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUploadUsed, lockUpload } from './upload-rows.ts'
import { isUploadName, isUploadStoreDown } from './upload-store.ts'

export function uploadNameIn(url: string): string | undefined {
  const name = url.slice(urls.upload('').length)
  return isUploadName(name) && url === urls.upload(name) ? name : undefined
}

/**
 * Deletes an image if nothing uses it any more. Call after the commit. When the store is down, the cleanup job
 * deletes the image later.
 */
export async function deleteUnusedUpload(context: Context, url: string): Promise<void> {
  try {
    await deleteUnusedFile(context, url)
  } catch (error) {
    if (!isUploadStoreDown(error)) throw error
    context.log.warn({ err: error, url }, 'An unused image could not be removed')
  }
}

/**
 * Deletes a file if nothing uses it. Throws when the store is down. Waiting for the store blocks a database
 * connection, so each process deletes one file at a time; when too many are waiting, leaves the file to the cleanup
 * job.
 */
export async function deleteUnusedFile(context: Context, url: string): Promise<void> {
  const name = uploadNameIn(url)
  if (name === undefined) return
  const removed = await context.uploadTurns.removals.run(() => removeFile(context, { name, url }))
  if (removed === 'too many') context.log.info({ url }, 'An unused image is removed later')
}

async function removeFile(context: Context, file: { name: string; url: string }): Promise<void> {
  const now = new Date(context.clock.now())
  await transact(context.db, async (trx) => {
    await lockUpload(trx, file.name)
    if (!(await isUploadUsed(trx, { ...file, now }))) await context.uploads.remove(file.name)
    return succeed(undefined)
  })
}
