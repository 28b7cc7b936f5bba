import { urls } from '#contracts/urls.ts'
import { succeed } from '#model/result.ts'
import type { Context } from '../context.ts'
import { transact } from '../db/transact.ts'
import { isUploadUsed, lockUpload } from './upload-rows.ts'
import { isUploadName, UploadStoreDown } from './upload-store.ts'

/** The name in the store that an address stands for; undefined for every other address. */
export function uploadNameIn(url: string): string | undefined {
  const name = url.slice(urls.upload('').length)
  return isUploadName(name) && url === urls.upload(name) ? name : undefined
}

/**
 * Removes the file of a picture that nobody shows any more. For whoever replaces a picture or takes its owner away, once that is
 * committed. A store that is down keeps the file until it is tidied up: what the caller has done holds all the same.
 */
export async function dropUnusedUpload(context: Context, url: string): Promise<void> {
  try {
    await removeUnused(context, url)
  } catch (error) {
    if (!(error instanceof UploadStoreDown)) throw error
    context.log.warn({ err: error, url }, 'A picture that nobody shows any more could not be removed')
  }
}

/**
 * The same, and throws when the store is down. The store is waited for under the lock of the file's name, and so with a connection:
 * one file at a time a process. What comes while many wait is left to the job that tidies up.
 */
export async function removeUnused(context: Context, url: string): Promise<void> {
  const name = uploadNameIn(url)
  if (name === undefined) return
  const removed = await context.uploadTurns.removals.run(() => removeFile(context, { name, url }))
  if (removed === 'too many')
    context.log.info({ url }, 'A picture that nobody shows any more is removed later')
}

async function removeFile(context: Context, file: { name: string; url: string }): Promise<void> {
  const now = new Date(context.clock.now())
  await transact(context.db, async (trx) => {
    await lockUpload(trx, file.name)
    if (!(await isUploadUsed(trx, { ...file, now }))) await context.uploads.remove(file.name)
    return succeed(undefined)
  })
}
