import type { Context } from '#server/context.ts'
import {
  addPendingToTotals,
  lockReports,
  tryLockReports,
  unlockReports,
  rebuildTotals,
} from '#server/platform/report-totals/report-rows.ts'
import { rebuildVisitTotals } from '#server/reports/visits/visit-total-rows.ts'

const BATCH = 5000

/** Adds all waiting rows of `report_news` to the report tables. Runs on one node at a time. */
export async function addPendingReports({ db }: Pick<Context, 'db'>): Promise<number> {
  let folded = 0
  for (;;) {
    const count = await db
      .transaction()
      .execute(async (trx) => ((await tryLockReports(trx)) ? addPendingToTotals(trx, BATCH) : 0))
    folded += count
    if (count < BATCH) return folded
  }
}

export async function rebuildReports({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.connection().execute(async (line) => {
    // The tables are locked before the snapshot is taken, so that no other node adds rows meanwhile.
    await lockReports(line)
    try {
      await line.transaction().setIsolationLevel('repeatable read').execute(rebuildTotals)
      await line.transaction().execute(rebuildVisitTotals)
    } finally {
      await unlockReports(line)
    }
  })
}
