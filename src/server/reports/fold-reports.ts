import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { foldNews, lockReports, writeAllHours } from './report-rows.ts'
import { totalVisits } from './total-visits.ts'

const BATCH = 5000

/** Adds what has happened to the reports' hours, until nothing is new. Where another node is at it, it does so alone. */
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

/** All hours and totals anew from the rows that they sum up. Sales go on meanwhile. */
export async function rebuildReports({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.connection().execute(async (line) => {
    // Before the snapshot is taken: nothing may be folded in between.
    await sql`select pg_advisory_lock(hashtext('report_hours'))`.execute(line)
    try {
      await line.transaction().setIsolationLevel('repeatable read').execute(writeAllHours)
      await line.transaction().execute(totalVisits)
    } finally {
      await sql`select pg_advisory_unlock(hashtext('report_hours'))`.execute(line)
    }
  })
}
