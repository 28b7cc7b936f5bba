import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { rebuildVisitTotals } from '#server/reports/visits/visit-total-rows.ts'
import { inLanes, rebuildIndexes, suspendIndexes } from './bulk-load.ts'
import { findBrokenSeed } from './check-seed.ts'
import { insertBalances } from './seed-balances.ts'
import {
  insertLines,
  insertMails,
  insertMoney,
  insertOrders,
  insertSearch,
  insertTickets,
  insertVisits,
  planOrders,
} from './seed-orders.ts'
import { createFacts, HOUR_INSERTS, TOTAL_INSERTS } from './seed-reports.ts'
import { seedShops } from './seed-shops.ts'

export const MILLION = 1_000_000

/**
 * Seeds promoters with that many orders and three times as many tickets in total, sold over three years. Uses set-based inserts with
 * triggers disabled, and checks their constraints at the end. `say` reports progress.
 */
export async function seedConsole(
  db: Kysely<Database>,
  orders: number,
  say: (words: string) => void,
): Promise<void> {
  const startedAt = Date.now()
  const step = createStep(db, say)
  await step('promoters and events', seedShops)
  await seedSales(db, { plan: (line) => planOrders(line, orders), visitHours: 240, step, sharePercent: 100 })
  say(`total: ${((Date.now() - startedAt) / 1000).toFixed(0)} s`)
}

type Step = (words: string, run: (db: Kysely<Database>) => Promise<unknown>) => Promise<void>

/** Returns a function that runs a step and reports how long it took. */
export const createStep =
  (db: Kysely<Database>, say: (words: string) => void): Step =>
  async (words, run) => {
    const begunAt = Date.now()
    await run(db)
    say(`${words}: ${((Date.now() - begunAt) / 1000).toFixed(1)} s`)
  }

/** Inserts the orders of the tables `plan` and `plan_lines`, which `plan` creates, and what follows from them. */
export async function seedSales(
  db: Kysely<Database>,
  {
    plan,
    visitHours,
    step,
    sharePercent,
  }: {
    plan: (line: Kysely<Database>) => Promise<void>
    visitHours: number
    step: Step
    /** Share of the rows that are checked. */
    sharePercent: number
  },
): Promise<void> {
  await suspendIndexes(db)
  const timed =
    (words: string, run: (line: Kysely<Database>) => Promise<unknown>) => (line: Kysely<Database>) =>
      step(words, () => run(line))
  await inLanes(db, [timed('plan', plan)])
  await inLanes(db, [
    timed('tickets', insertTickets),
    timed('orders', insertOrders),
    timed('lines', insertLines),
    timed('facts of reports', createFacts),
  ])
  await inLanes(db, [
    timed('money', insertMoney),
    timed('mails', insertMails),
    timed('search', insertSearch),
    timed('visits', (line) => insertVisits(line, visitHours)),
    ...HOUR_INSERTS.map((insert) => timed('hours of reports', insert)),
  ])
  await inLanes(db, [
    timed('balances', insertBalances),
    ...TOTAL_INSERTS.map((insert) => timed('totals of reports', insert)),
    timed('totals of visits', (line) => line.transaction().execute(rebuildVisitTotals)),
  ])
  await sql`drop table plan, plan_lines, plan_facts`.execute(db)
  await step('indexes', rebuildIndexes)
  await step('analyze', (each) => sql`vacuum analyze`.execute(each))
  await step('checks', async (each) => {
    const wrong = await findBrokenSeed(each, sharePercent)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  })
}
