import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { searchEvents } from '#server/catalog/search/event-search-rows.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { insertPromoter } from '#tests/support/factories.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const PAST = 3000
const COMING = 500
const PAGE = 25

let database: Awaited<ReturnType<typeof createTestDatabase>>
let promoterId: string
beforeEach(async () => {
  database = await createTestDatabase()
  const { db } = database
  promoterId = await insertPromoter(db, 'Aurora')
  await sql`
    insert into events (promoter_id, slug, title, starts_at, ends_at, time_zone, venue_name, city, country, currency, status)
    select ${promoterId}, case when n > 0 then 'past-' else 'coming-' end || abs(n), 'Event', at, at + interval '5 hours', 'Europe/Berlin', 'Hall', 'Berlin', 'Germany', 'EUR', 'published'
    from generate_series(${-COMING}::int, ${PAST}::int) n cross join lateral (select ${NOW}::timestamptz - n * interval '1 day' - interval '6 hours' as at) made`.execute(
    db,
  )
  await sql`analyze events`.execute(db)
})
afterEach(() => database.drop())

test('the list of upcoming events doesn’t read past ones', async () => {
  await database.db.transaction().execute(async (trx) => {
    // A table of this size is faster to read as a whole.
    await sql`set local enable_seqscan = off`.execute(trx)
    const read = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select (pg_stat_get_xact_tuples_fetched('events'::regclass) + pg_stat_get_xact_tuples_returned('events'::regclass))::int as count`.execute(
        trx,
      )
      return rows[0]?.count ?? Number.NaN
    }
    const before = await read()
    const found = await searchEvents(trx, { scope: 'every promoter', now: NOW, past: false, limit: PAGE })
    expect(found).toHaveLength(PAGE)
    expect((await read()) - before).toBeLessThan(PAST)
  })
})

test('and has an event that began long ago and isn’t over', async () => {
  const { db } = database
  await sql`
    update events set ends_at = ${new Date(NOW.getTime() + 1)} where slug = 'past-900'`.execute(db)
  const find = async (now: number) => {
    const found = await searchEvents(db, {
      scope: 'every promoter',
      now: new Date(now),
      past: false,
      limit: PAGE,
    })
    return found.map(({ slug }) => slug)
  }
  const coming = Array.from({ length: PAGE }, (_, at) => `coming-${at + 1}`)
  expect(await find(NOW.getTime())).toEqual(['past-900', ...coming.slice(0, -1)])
  expect(await find(NOW.getTime() + 1)).toEqual(coming)
})
