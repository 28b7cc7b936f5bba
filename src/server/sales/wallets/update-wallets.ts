import type { Context } from '#server/context.ts'
import { updateGooglePasses } from './google/update-google-passes.ts'
import { sendApplePushes } from './apple/send-pushes.ts'
import { deleteOldPasses, markChangedPasses } from './pass-rows.ts'

const BATCH = 200
const FORGOTTEN_AFTER_MS = 90 * 86_400_000

/** Detects changed passes and updates them on phones. */
export async function updateWallets(context: Context, signal?: AbortSignal): Promise<void> {
  const { apple, google } = context.wallets
  if (!apple && !google) return
  const notice = (): Promise<number> =>
    markChangedPasses(context.db, { now: new Date(context.clock.now()), limit: BATCH })
  while (!signal?.aborted && (await notice()) === BATCH);
  await Promise.all([sendApplePushes(context, signal), updateGooglePasses(context, signal)])
}

/** Deletes passes of events that ended 90 days ago. */
export const deleteUnusedPasses = (context: Context): Promise<void> =>
  deleteOldPasses(context.db, new Date(context.clock.now() - FORGOTTEN_AFTER_MS))
