import type { Context } from '#server/context.ts'
import {
  foldNews,
  holdReports,
  lockReports,
  releaseReports,
  writeAllHours,
} from '#server/platform/report-totals/report-rows.ts'
import { totalVisits } from '#server/reports/visits/visit-total-rows.ts'

const BATCH = 5000

/** Adds pending facts to the report tables until none are left. Runs on one node at a time. */
export async function foldReports({ db }: Pick<Context, 'db'>): Promise<number> {
  let folded = 0
  for (;;) {
    const count = await db
      .transaction()
      .execute(async (trx) => ((await lockReports(trx)) ? foldNews(trx, BATCH) : 0))
    folded += count
    if (count < BATCH) return folded
  }
}

export async function rebuildReports({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.connection().execute(async (line) => {
    // Locked before the snapshot, so that no facts are folded in between.
    await holdReports(line)
    try {
      await line.transaction().setIsolationLevel('repeatable read').execute(writeAllHours)
      await line.transaction().execute(totalVisits)
    } finally {
      await releaseReports(line)
    }
  })
}
