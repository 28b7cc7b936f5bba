import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PromoterListRow } from '#contracts/operator/promoters.ts'
import { toMajor } from '#model/platform/money.ts'
import { readConfig } from '#server/platform/config.ts'
import { seedDemo } from '#server/commands/seed.ts'
import type { Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { addPendingReports } from '#server/reports/reports/add-pending-reports.ts'
import { createAsk, type Ask } from '#tests/support/ask.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { silentLog } from '#tests/support/log.ts'
import { insertOperatorAccount, openStrongSession } from '#tests/support/operators.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')

let database: Awaited<ReturnType<typeof createTestDatabase>>
let context: Context
let bearer: string
let ask: Ask
beforeAll(async () => {
  database = await createTestDatabase()
  await seedDemo(database.db, NOW)
  await addPendingReports(database)
  context = await createContext({
    config: readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }),
    db: database.db,
    connection: database.address,
    log: silentLog(),
    clock: createFakeClock(NOW),
  })
  await context.sites.whenReady(60_000)
  ask = createAsk(context, 'localhost')
  bearer = await openStrongSession(context, await insertOperatorAccount(context))
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

interface Page {
  promoters: PromoterListRow[]
  nextCursor: string | null
}

const list = (query = '') => ask<Page>('GET', `/api/operator/promoters${query}`, { bearer })
const search = async (q: string): Promise<string[]> =>
  (await list(`?q=${encodeURIComponent(q)}`)).data.promoters.map(({ siteName }) => siteName).toSorted()

/** From orders, tickets and refunds themselves. */
async function countSales(slug: string): Promise<PromoterListRow['sales']> {
  const { rows } = await sql<{ currency: string; orders: number; tickets: number; cents: number }>`
    select o.currency, count(*)::int as orders,
      sum((select count(*) from tickets t where t.order_id = o.id and t.status <> 'void'))::int as tickets,
      sum(o.total_cents - coalesce((
        select sum(r.amount_cents) from refunds r where r.order_id = o.id and r.status = 'succeeded'), 0))::int as cents
    from orders o join promoters p on p.id = o.promoter_id
    where p.slug = ${slug} and o.status in ('paid', 'partially_refunded', 'refunded')
    group by 1 order by 1`.execute(database.db)
  return rows.map(({ cents, ...sale }) => ({ ...sale, total: toMajor(cents, sale.currency) }))
}

test('operators see each promoter’s owners, events and sales net of refunds, by currency', async () => {
  const { data } = await list()
  const nordlys = data.promoters.find(({ siteName }) => siteName === 'nordlys')
  const sales = await countSales('nordlys')
  expect(sales.map(({ currency }) => currency)).toEqual(['EUR', 'JPY'])
  expect(nordlys).toMatchObject({
    name: 'Nordlys',
    siteUrl: 'http://nordlys.localhost',
    isDemo: true,
    owners: [],
    sales,
  })
  const aurora = data.promoters.find(({ siteName }) => siteName === 'aurora')
  expect(aurora?.owners).toEqual([{ name: 'Lena Brandt', email: 'owner@aurora.example' }])
})

test('the search finds names, site names and owners, and takes wildcards literally', async () => {
  expect(await search('NORD')).toEqual(['nordlys'])
  expect(await search('owner@aurora')).toEqual(['aurora'])
  expect(await search('sales@aurora')).toEqual([])
  expect(await search('%')).toEqual([])
  expect(await search('_')).toEqual([])
  expect(await search('\\')).toEqual([])
  expect(await search("' or true --")).toEqual([])
})

test('pages have each promoter once, newest first', async () => {
  for (let at = 0; at < 60; at += 1) await insertPromoter(database.db, `Extra ${at}`)
  const seen: PromoterListRow[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data } = await list(cursor && `?cursor=${cursor}`)
    seen.push(...data.promoters)
    cursor = data.nextCursor
  }
  expect(seen).toHaveLength(63)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(63)
  const since = seen.map((each) => each.since)
  expect(since).toEqual(since.toSorted().toReversed())
  expect((await list('?cursor=made-up')).error.code).toBe('VALIDATION_ERROR')
})
