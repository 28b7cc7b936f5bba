import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { doorAccessCutoff } from '#server/sales/door/door-access.ts'
import { listEndedShares, listTicketTypesWithShare, releaseDoorShares } from './share-rows.ts'

const BATCH = 100

/**
 * Ends the shares of events that ended so long ago that devices can't sync any more, so that their tickets are free
 * again.
 */
export async function releaseEndedShares(context: Context): Promise<void> {
  const { db } = context
  const now = new Date(context.clock.now())
  for (const device of await listEndedShares(db, { endedBefore: doorAccessCutoff(context), limit: BATCH })) {
    const ticketTypeIds = await listTicketTypesWithShare(db, device)
    await transact(db, async (trx) => {
      trx.send(...releaseDoorShares(trx, { device, ticketTypeIds, all: true, now }))
      return succeed(null)
    })
  }
}
