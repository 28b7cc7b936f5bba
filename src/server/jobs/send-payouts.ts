import type { Context } from '#server/context.ts'
import { claimDuePayouts } from '#server/money/payouts/payout-rows.ts'
import { carryOutPayout } from '#server/money/payouts/send-payout.ts'
import { repeatWhileFull, forEachIsolated } from './for-each-isolated.ts'

const BATCH = 50

export async function sendPayouts(context: Context): Promise<void> {
  const take = { provider: context.payments.name, now: new Date(context.clock.now()), limit: BATCH }
  await repeatWhileFull(BATCH, async () => {
    const ids = await claimDuePayouts(context.db, take)
    await forEachIsolated(context, ids, (id) => carryOutPayout(context, id))
    return ids.length
  })
}
