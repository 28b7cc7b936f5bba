import { isScheduleDue, latestRunMs } from '#model/money/settlements.ts'
import type { Context } from '#server/context.ts'
import { listScheduledPromoters } from '#server/money/settlements/settings-rows.ts'
import { createScheduledSettlements } from '#server/money/settlements/settle-scheduled.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'

const BATCH = 50

export async function settlePromoters(context: Context): Promise<void> {
  const now = context.clock.now()
  const latest = latestRunMs({ schedule: 'after_event', weekday: 1 }, now) ?? now
  for (let after: string | undefined; ;) {
    const promoters = await listScheduledPromoters(context.db, {
      before: new Date(latest),
      after,
      limit: BATCH,
    })
    const due = promoters.filter((each) =>
      isScheduleDue({ ...each, scheduledAt: each.scheduledAt?.getTime() }, now),
    )
    await forEachIsolated(context, due, ({ promoterId }) => createScheduledSettlements(context, promoterId))
    after = promoters.at(-1)?.promoterId
    if (after === undefined || promoters.length < BATCH) return
  }
}
