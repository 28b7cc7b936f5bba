import { randomUUID } from 'node:crypto'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { claimUpload, deleteUploadClaims, lockUpload } from './upload-rows.ts'
import { UploadStoreDown } from './upload-store.ts'

/**
 * Milliseconds for which claimed files are protected. Longer than any call that starts using an image, including
 * timeouts of the store.
 */
const KEPT_MS = 300_000

/**
 * Claims the named files, so that they aren't deleted while `work` checks them and saves references to them. Throws
 * `UploadStoreDown` when too many requests are waiting for the store.
 */
export async function withUploadClaims<Made>(
  context: Context,
  names: readonly string[],
  work: () => Promise<Made>,
): Promise<Made> {
  if (names.length === 0) return work()
  const id = randomUUID()
  const claimed = await context.uploadTurns.claims.run(() => claimAll(context, id, names))
  if (claimed === 'too many')
    throw new UploadStoreDown('Too many requests are waiting for the image storage.')
  try {
    return await work()
  } finally {
    await deleteUploadClaims(context.db, id)
  }
}

async function claimAll(context: Context, id: string, names: readonly string[]): Promise<void> {
  const now = new Date(context.clock.now())
  await transact(context.db, async (trx) => {
    // The names are locked in sorted order, to avoid deadlocks.
    for (const name of [...new Set(names)].toSorted()) {
      await lockUpload(trx, name)
      await claimUpload(trx, { id, name, now, until: new Date(now.getTime() + KEPT_MS) })
    }
    return succeed(undefined)
  })
}
