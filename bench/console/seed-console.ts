import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { fillSearch } from '#server/jobs/fill-order-search.ts'
import { rebuildReports } from '#server/reports/reports/fold-reports.ts'
import { findBrokenSeed } from './check-seed.ts'
import { insertMoney, insertOrders, insertTickets, insertVisits, planOrders } from './seed-orders.ts'
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
  await seedSales(db, { plan: (line) => planOrders(line, orders), visitHours: 240, step })
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
  }: { plan: (line: Kysely<Database>) => Promise<void>; visitHours: number; step: Step },
): Promise<void> {
  await db.connection().execute(async (line) => {
    await sql`set session_replication_role = replica`.execute(line)
    await sql`set synchronous_commit = off`.execute(line)
    await sql`set work_mem = '256MB'`.execute(line)
    await step('plan', () => plan(line))
    await step('orders', () => insertOrders(line))
    await step('tickets', () => insertTickets(line))
    await step('money and mails', () => insertMoney(line))
    await step('visits', () => insertVisits(line, visitHours))
    await sql`drop table plan, plan_lines`.execute(line)
    await sql`reset all`.execute(line)
  })
  await step('analyze', (each) => sql`vacuum analyze`.execute(each))
  await step('reports', (each) => rebuildReports({ db: each }))
  await step('vacuum', (each) =>
    sql`vacuum analyze report_hours, report_totals, report_news, event_visits, visit_totals`.execute(each),
  )
  await step('search', async (each) => {
    await sql`insert into order_search_due (order_id) select id from orders order by created_at`.execute(each)
    await fillSearch({ db: each })
    await sql`vacuum analyze order_search, order_search_due`.execute(each)
  })
  await step('checks', async (each) => {
    const wrong = await findBrokenSeed(each)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  })
}
