import type { Context } from '#server/context.ts'
import { repeatWhileFull, forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import { claimReversals } from '#server/money/settlement-cancelling/reversal-rows.ts'
import { carryOutReversal, startReversals } from '#server/money/settlement-cancelling/reverse-transfers.ts'
import { carryOutSettlement } from '#server/money/settlements/send-settlement.ts'
import { claimDueSettlements } from '#server/money/settlements/settlement-rows.ts'

const BATCH = 50

/** Sends settlements through the payment provider, checks those that were sent, and reverses transfers of failed ones. */
export async function sendSettlements(context: Context): Promise<void> {
  const take = { provider: context.payments.name, now: new Date(context.clock.now()), limit: BATCH }
  await repeatWhileFull(BATCH, async () => {
    const ids = await claimDueSettlements(context.db, take)
    await forEachIsolated(context, ids, (id) => carryOutSettlement(context, id))
    return ids.length
  })
  await startReversals(context, BATCH)
  await forEachIsolated(context, await claimReversals(context.db, take), (left) =>
    carryOutReversal(context, left),
  )
}
