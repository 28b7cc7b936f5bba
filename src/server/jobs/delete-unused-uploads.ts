import { urls } from '#contracts/platform/urls.ts'
import type { Context } from '#server/context.ts'
import { deleteUnusedFile } from '#server/platform/uploads/delete-unused-upload.ts'
import { listUnusedUploads } from '#server/platform/uploads/upload-rows.ts'
import { isUploadStoreDown } from '#server/platform/uploads/upload-store.ts'

/** Time after an upload in which the page that uses the image must be saved. */
const FORGOTTEN_MS = 86_400_000

/**
 * Deletes images that were never used, and files whose deletion failed before. When aborted, ends early; the next run
 * continues.
 */
export async function deleteUnusedUploads(context: Context, signal?: AbortSignal): Promise<void> {
  try {
    await dropAll(context, signal)
  } catch (error) {
    if (!isUploadStoreDown(error)) throw error
    context.log.warn({ err: error }, 'The upload storage could not be cleaned up')
  }
}

async function dropAll(context: Context, signal: AbortSignal | undefined): Promise<void> {
  const before = new Date(context.clock.now() - FORGOTTEN_MS)
  for await (const names of context.uploads.listOld(before)) {
    const forgotten = await listUnusedUploads(
      context.db,
      names.map((name) => urls.upload(name)),
    )
    for (const url of forgotten) {
      if (signal?.aborted) return
      await deleteUnusedFile(context, url)
    }
  }
}
