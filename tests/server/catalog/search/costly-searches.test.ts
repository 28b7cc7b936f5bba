import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventListPage } from '#contracts/shop/catalog.ts'
import { fillEventNames } from '#server/catalog/search/event-search-rows.ts'
import { listEvents } from '#server/catalog/search/list-events.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { resolveSite } from '#server/sites/hosts/resolve-site.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

/** Long enough that no response can have waited for it. */
const NEVER_SECONDS = 600

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Database that counts concurrent searches. */
function counting(db: Kysely<Database>): { db: Kysely<Database>; most: () => number } {
  const searches = new Set<object>()
  let most = 0
  const counted = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (JSON.stringify(node).includes('find_text')) searches.add(queryId)
      most = Math.max(most, searches.size)
      return node
    },
    transformResult: ({ result, queryId }) => {
      searches.delete(queryId)
      return Promise.resolve(result)
    },
  })
  return { db: counted, most: () => most }
}

test('searches have few connections, so that buyers have the others', async () => {
  const { db, most } = counting(shop.context.db)
  const site = resolveSite(shop.context.sites, shop.host, '/')
  const found = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      listEvents({ ...shop.context, db }, { site, query: { q: `unheardof${index}` } }),
    ),
  )
  expect(found.filter(({ success }) => success)).toHaveLength(30)
  expect(most()).toBeLessThanOrEqual(5)
})

test('a search beyond the queue is refused as unavailable', async () => {
  const blocked = Promise.withResolvers<void>()
  const turns = Array.from({ length: 44 }, () =>
    shop.context.turns.run('search events', { atOnce: 4, maxWaiting: 40 }, () => blocked.promise),
  )
  const answer = await shop.ask<EventListPage>('GET', '/api/public/events?q=fado')
  expect([answer.status, answer.error.code]).toEqual([503, 'UNAVAILABLE'])
  expect((await shop.ask<EventListPage>('GET', '/api/public/events')).status).toBe(200)
  blocked.resolve()
  await Promise.all(turns)
  expect((await shop.ask<EventListPage>('GET', '/api/public/events?q=fado')).status).toBe(200)
})

test('the ten longest of many words are searched', async () => {
  const words = Array.from('bcdfghjklmnpqrstvwxz').join(' ')
  const { data } = await shop.ask<EventListPage>('GET', '/api/public/events')
  const [event] = data.events
  const title = `Synthesizers ${'abcdefghij'
    .split('')
    .map((letter) => letter.repeat(3))
    .join(' ')}`
  await shop.context.db
    .updateTable('events')
    .set({ title })
    .where('id', '=', event?.id ?? '')
    .execute()
  const found = await shop.ask<EventListPage>(
    'GET',
    `/api/public/events?q=${encodeURIComponent(`${title.toLowerCase()} ${words}`.slice(0, 100))}`,
  )
  expect(found.data.events.map(({ id }) => id)).toEqual([event?.id])
})

test('events from before the column of names are filled by the job', async () => {
  const { db } = shop.context
  await db.updateTable('events').set({ title: 'Nachtstrom' }).execute()
  await db.updateTable('events').set({ name_text: '' }).execute()
  const search = () => shop.ask<EventListPage>('GET', '/api/public/events?q=nachtstorm')
  expect((await search()).data.events).toEqual([])
  expect(await fillEventNames(db, 1)).toBe(1)
  expect((await search()).data).toMatchObject({ events: [{ title: 'Nachtstrom' }], isApproximate: true })
  expect(await fillEventNames(db, 1)).toBe(0)
})

test('slow comparisons suggest nothing', async () => {
  await sql`
    create or replace function word_similarity_op(text, text) returns boolean language plpgsql stable as
    ${sql.lit(`begin perform pg_sleep(${NEVER_SECONDS}); return true; end`)}`.execute(shop.context.db)
  const answer = await shop.ask<EventListPage>('GET', '/api/public/events?q=sinthesiser')
  expect(answer).toMatchObject({ status: 200, data: { events: [], isApproximate: false } })
})
