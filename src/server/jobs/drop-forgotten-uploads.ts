import { urls } from '#contracts/urls.ts'
import type { Context } from '../context.ts'
import { removeUnused } from '../uploads/drop-unused.ts'
import { findForgotten } from '../uploads/upload-rows.ts'
import { UploadStoreDown } from '../uploads/upload-store.ts'

/** How long whoever has uploaded a picture may take to save where it shows. */
const FORGOTTEN_MS = 86_400_000

/**
 * Removes files that nobody shows: pictures that were uploaded and not used, and what a storage that was down has kept. Ends
 * early once the signal says so; the next round goes on.
 */
export async function dropForgottenUploads(context: Context, signal?: AbortSignal): Promise<void> {
  try {
    await dropAll(context, signal)
  } catch (error) {
    // The next round is soon enough.
    if (!(error instanceof UploadStoreDown)) throw error
    context.log.warn({ err: error }, 'The storage of uploads could not be tidied up')
  }
}

async function dropAll(context: Context, signal: AbortSignal | undefined): Promise<void> {
  const before = new Date(context.clock.now() - FORGOTTEN_MS)
  for await (const names of context.uploads.listOld(before)) {
    const forgotten = await findForgotten(
      context.db,
      names.map((name) => urls.upload(name)),
    )
    for (const url of forgotten) {
      if (signal?.aborted) return
      await removeUnused(context, url)
    }
  }
}
