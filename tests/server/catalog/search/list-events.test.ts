import { CompiledQuery, createQueryId, sql, type RootOperationNode } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventListPage } from '#contracts/shop/catalog.ts'
import { searchEvents, searchSimilarEvents } from '#server/catalog/search/event-search-rows.ts'
import {
  insertEvent,
  insertFees,
  insertPromoter,
  insertTicketType,
  type EventOptions,
} from '#tests/support/factories.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const HOUR = 3_600_000
/** The test's clock is at 2026-11-21T12:00Z. */
const NOW = Date.parse('2026-11-21T12:00:00Z')

type Filters = Record<string, string>

const pageOf = (
  shop: Shop,
  filters: Filters = {},
  host = 'aurora.localhost',
): Promise<Answer<EventListPage>> =>
  shop.ask('GET', `/api/public/events?${new URLSearchParams(filters)}`, { host })

async function slugs(shop: Shop, filters: Filters = {}, host?: string): Promise<string[]> {
  const answer = await pageOf(shop, filters, host)
  if (!answer.success) throw new Error(`${answer.error.code}: ${JSON.stringify(answer.error.details)}`)
  return answer.data.events.map((event) => event.slug)
}

describe('finding events', () => {
  let shop: Shop
  const insert = (slug: string, options: Partial<EventOptions>): Promise<string> =>
    insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2027-01-10T20:00:00Z'),
      slug,
      title: slug,
      ...options,
    })

  beforeAll(async () => {
    shop = await openShop()
    const { db } = shop.context
    await db.deleteFrom('events').execute()
    await insert('zwanzig-prozent', { title: '20% off_everything \\o/', city: 'Lisbon' })
    await insert('nachtstrom', { title: 'Nachtstrom ÜBER Berlin' })
    await insert('fado', { title: 'Fado Machines', city: 'Lisbon' })
    await db
      .updateTable('events')
      .set({ description: 'With **Kit Sebastian**.' })
      .where('slug', '=', 'fado')
      .execute()
    await insert('womens', { title: 'The Women’s “Late” Show: Rock-and-Roll', city: 'Faro' })
    await insert('draft', { title: 'Fado that nobody may see', status: 'draft' })
    await insert('cancelled', { title: 'Called off', city: 'Porto', status: 'cancelled' })
  })
  afterAll(() => shop.close())

  test.each([
    ['fado', ['fado']],
    ['FADO  machines', ['fado']],
    ['machines fado', ['fado']],
    ['ado mach', ['fado']],
    ['fado lisbon', ['fado']],
    ['fado berlin', []],
    ['über', ['nachtstrom']],
    ['kraftwerk', ['cancelled', 'fado', 'nachtstrom', 'womens', 'zwanzig-prozent']],
    ['   ', ['cancelled', 'fado', 'nachtstrom', 'womens', 'zwanzig-prozent']],
  ])('q=%j: matches every word, anywhere, case-insensitively', async (q, expected) => {
    expect((await slugs(shop, { q })).toSorted()).toEqual(expected)
  })

  test.each([
    ['kit sebastian', ['fado'], 'the description'],
    ['aurora', ['cancelled', 'fado', 'nachtstrom', 'womens', 'zwanzig-prozent'], 'the promoter'],
    ['uber', ['nachtstrom'], 'a word with an accent'],
    ['FÁDÓ', ['fado'], 'an accent too many'],
  ])('q=%j finds %j by %s', async (q, expected) => {
    const { data } = await pageOf(shop, { q })
    expect(data.events.map(({ slug }) => slug).toSorted()).toEqual(expected)
    expect(data.isApproximate).toBe(false)
  })

  test.each([
    ['nachtstorm', ['nachtstrom'], 'two letters that have changed places'],
    ['kraftwrk', ['cancelled', 'fado', 'nachtstrom', 'womens', 'zwanzig-prozent'], 'a letter left out'],
    ['lissbon', ['fado', 'zwanzig-prozent'], 'a letter too many'],
    ['machimes lisbon', ['fado'], 'a wrong letter, beside a word that is right'],
    ['machnies porto', [], 'no event with both'],
    ['machnies sebastian', ['fado'], 'a word of the title, beside one of the description'],
    ['sebastain', [], 'a word that only the description has'],
    ['xyzzy', [], 'nothing like it'],
    ['fdo', [], 'too short to resemble anything'],
  ])('q=%j comes close to %j: %s', async (q, expected) => {
    const { data } = await pageOf(shop, { q })
    expect(data.events.map(({ slug }) => slug).toSorted()).toEqual(expected)
    expect(data.isApproximate).toBe(expected.length > 0)
    expect(data.nextCursor).toBeNull()
  })

  test.each([
    ['Show, Faro', 'a comma'],
    ['show (faro)!', 'brackets'],
    ['"late" show', 'straight quotation marks'],
    ["women's", 'a straight apostrophe'],
    ['women’s show', 'the title’s apostrophe'],
    ['#rock & roll', 'symbols'],
    ['rock and-roll', 'a hyphen that the title has elsewhere'],
    ['show – faro', 'a dash'],
    ['faro\u200B', 'an invisible character'],
  ])('q=%j finds the event despite %s', async (q) => {
    const { data } = await pageOf(shop, { q })
    expect(data.events.map(({ slug }) => slug)).toEqual(['womens'])
    expect(data.isApproximate).toBe(false)
  })

  test.each(['machimes, lisbon', 'machimes/lisbon'])('q=%j is misspelt beside punctuation', async (q) => {
    const { data } = await pageOf(shop, { q })
    expect(data.events.map(({ slug }) => slug)).toEqual(['fado'])
    expect(data.isApproximate).toBe(true)
  })

  test('a renamed promoter is found by its new name', async () => {
    const { db } = shop.context
    await db.updateTable('promoters').set({ name: 'Borealis' }).where('id', '=', shop.promoterId).execute()
    expect(await slugs(shop, { q: 'borealis fado' })).toEqual(['fado'])
    expect(await slugs(shop, { q: 'borealsi fado' })).toEqual(['fado'])
    expect(await slugs(shop, { q: 'aurora' })).toEqual([])
    await db.updateTable('promoters').set({ name: 'Aurora' }).where('id', '=', shop.promoterId).execute()
  })

  test.each([
    ['%', ['zwanzig-prozent']],
    ['20%', ['zwanzig-prozent']],
    ['off_every', ['zwanzig-prozent']],
    ['f_do', []],
    ['\\', ['zwanzig-prozent']],
    ["' or true --", []],
  ])('q=%j is text, not a pattern', async (q, expected) => {
    expect(await slugs(shop, { q })).toEqual(expected)
  })

  test.each([
    ['lisbon', ['fado', 'zwanzig-prozent']],
    ['Kraftwerk', ['cancelled', 'fado', 'nachtstrom', 'womens', 'zwanzig-prozent']],
    ['germany', ['cancelled', 'fado', 'nachtstrom', 'womens', 'zwanzig-prozent']],
    ['fado', []],
    ['l_sbon', []],
    ['%', []],
  ])('place=%j is a venue, a city or a country', async (place, expected) => {
    expect((await slugs(shop, { place })).toSorted()).toEqual(expected)
  })

  test('every filter at once means all of them', async () => {
    const filters = { q: 'fado', place: 'lisbon', from: '2027-01-10', to: '2027-01-10', when: 'upcoming' }
    expect(await slugs(shop, filters)).toEqual(['fado'])
    expect(await slugs(shop, { ...filters, place: 'berlin' })).toEqual([])
  })

  test('a cancelled event is marked, a draft is hidden', async () => {
    const { data } = await pageOf(shop)
    expect(data.events.find((event) => event.slug === 'cancelled')?.status).toBe('cancelled')
    expect(data.events.map((event) => event.slug)).not.toContain('draft')
  })

  test.each([
    [{ from: '21.11.2026' }, 'from'],
    [{ to: '2026-1-1' }, 'to'],
    [{ when: 'now' }, 'when'],
    [{ q: 'x'.repeat(101) }, 'q'],
    [{ place: 'x'.repeat(101) }, 'place'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ cursor: Buffer.from('[1]').toString('base64url') }, 'cursor'],
    [{ cursor: Buffer.from(`["${NOW}","x"]`).toString('base64url') }, 'cursor'],
    [{ cursor: 'x'.repeat(201) }, 'cursor'],
  ])('%j is refused with the field’s name', async (filters, path) => {
    const answer = await pageOf(shop, filters)
    expect([answer.status, answer.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(answer.error.details).toMatchObject([{ path }])
  })
})

test('searching thousands of events uses an index, with typos too', async () => {
  const shop = await openShop()
  const { db } = shop.context
  for (let thousands = 0; thousands < 8; thousands += 4)
    await sql`
      insert into events (id, promoter_id, slug, title, starts_at, ends_at, time_zone, venue_name, city, country, currency, status)
      select gen_random_uuid(), ${shop.promoterId}, 'many-' || n, md5(n::text), now() + interval '1 year',
        now() + interval '1 year 2 hours', 'Europe/Berlin', 'Kraftwerk', 'Berlin', 'Germany', 'EUR', 'published'
      from generate_series(${thousands}::int * 1000 + 1, ${thousands}::int * 1000 + 4000) n`.execute(db)
  await sql`vacuum analyze events`.execute(db)
  const asked: RootOperationNode[] = []
  const recording = db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(node)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const search = {
    scope: 'every promoter',
    now: new Date(NOW),
    past: false,
    q: 'nachtstrom',
    limit: 25,
  } as const
  await searchEvents(recording, search)
  await searchSimilarEvents(recording, search)
  const queries = asked
    .map((node) => db.getExecutor().compileQuery(node, createQueryId()))
    .filter((query) => query.sql.includes('find_text'))
  const plans = await Promise.all(
    queries.map(async ({ sql: text, parameters }) => {
      const explain = CompiledQuery.raw(`explain ${text}`, [...parameters])
      const { rows } = await db.executeQuery<Record<string, string>>(explain)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }),
  )
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(plan).toContain('Bitmap Index Scan on events_find')
  await shop.close()
})

describe('days are in the event’s time zone', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop()
    const { db } = shop.context
    await db.deleteFrom('events').execute()
    const insert = (slug: string, timeZone: string, startsAt: string) =>
      insertEvent(db, {
        promoterId: shop.promoterId,
        slug,
        title: slug,
        timeZone,
        startsAt: new Date(startsAt),
      })
    // Each lasts four hours.
    await insert('tokyo-first-minute', 'Asia/Tokyo', '2026-12-04T15:00:00Z')
    await insert('tokyo-last-minute', 'Asia/Tokyo', '2026-12-04T14:59:00Z')
    await insert('los-angeles-evening', 'America/Los_Angeles', '2026-12-06T04:00:00Z')
    await insert('berlin-over-midnight', 'Europe/Berlin', '2026-12-05T22:00:00Z')
  })
  afterAll(() => shop.close())

  test.each([
    // The 5th in Tokyo starts at 15:00Z on the 4th; an event that started a minute before ends on the 5th.
    [
      { from: '2026-12-05', to: '2026-12-05' },
      ['berlin-over-midnight', 'los-angeles-evening', 'tokyo-first-minute', 'tokyo-last-minute'],
    ],
    [{ to: '2026-12-04' }, ['tokyo-last-minute']],
    [{ to: '2026-12-03' }, []],
    // 20:00 on the 5th in Los Angeles, until midnight.
    [{ from: '2026-12-06' }, ['berlin-over-midnight', 'los-angeles-evening']],
    [{ from: '2026-12-07' }, []],
    [{ from: '2026-12-06', to: '2026-12-05' }, ['berlin-over-midnight', 'los-angeles-evening']],
  ])('%j', async (filters, expected) => {
    expect((await slugs(shop, filters)).toSorted()).toEqual(expected)
  })
})

describe('past and upcoming', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop()
    const { db } = shop.context
    await db.deleteFrom('events').execute()
    const insert = (slug: string, startsAt: number) =>
      insertEvent(db, { promoterId: shop.promoterId, slug, title: slug, startsAt: new Date(startsAt) })
    await insert('ended-long-ago', NOW - 100 * HOUR)
    await insert('ends-now', NOW - 4 * HOUR)
    await insert('ends-in-a-moment', NOW - 4 * HOUR + 1)
    await insert('tomorrow', NOW + 24 * HOUR)
  })
  afterAll(() => shop.close())

  test('an event is upcoming until its end, sorted by start', async () => {
    expect(await slugs(shop)).toEqual(['ends-in-a-moment', 'tomorrow'])
    expect(await slugs(shop, { when: 'upcoming' })).toEqual(['ends-in-a-moment', 'tomorrow'])
  })

  test('then it is past, sorted latest first', async () => {
    expect(await slugs(shop, { when: 'past' })).toEqual(['ends-now', 'ended-long-ago'])
    shop.clock.advance(1)
    expect(await slugs(shop, { when: 'past' })).toEqual(['ends-in-a-moment', 'ends-now', 'ended-long-ago'])
  })
})

describe('pages', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop()
    const { db } = shop.context
    await db.deleteFrom('events').execute()
    // Many start at the same time: only the id distinguishes them.
    for (let index = 0; index < 60; index++) {
      const startsAt = new Date(NOW + (index < 30 ? 24 : -48) * HOUR + (index % 3) * HOUR)
      await insertEvent(db, { promoterId: shop.promoterId, slug: `event-${index}`, startsAt })
    }
  })
  afterAll(() => shop.close())

  test.each(['upcoming', 'past'])('of %s events contain each once, in order', async (when) => {
    const seen: EventListPage['events'] = []
    const sizes: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data }: Answer<EventListPage> = await pageOf(shop, cursor ? { when, cursor } : { when })
      seen.push(...data.events)
      sizes.push(data.events.length)
      cursor = data.nextCursor
    }
    expect(sizes).toEqual([24, 6])
    expect(new Set(seen.map((event) => event.id)).size).toBe(30)
    const starts = seen.map((event) => event.startsAt)
    expect(starts).toEqual(when === 'past' ? starts.toSorted().toReversed() : starts.toSorted())
  })

  test('a full last page has no successor', async () => {
    const rows = await shop.context.db
      .selectFrom('events')
      .select('id')
      .where('starts_at', '>', new Date(NOW))
      .limit(6)
      .execute()
    await shop.context.db
      .deleteFrom('events')
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute()
    const { data } = await pageOf(shop)
    expect([data.events.length, data.nextCursor]).toEqual([24, null])
  })
})

describe('scope', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop()
    const { db } = shop.context
    await db.deleteFrom('events').execute()
    const nordlys = await insertPromoter(db, 'Nordlys')
    const startsAt = new Date(NOW + 24 * HOUR)
    for (const [promoterId, slug] of [
      [shop.promoterId, 'ours'],
      [nordlys, 'theirs'],
    ] as const)
      for (const status of ['published', 'draft'] as const)
        await insertEvent(db, { promoterId, slug: `${slug}-${status}`, status, startsAt })
    await shop.context.sites.reload()
  })
  afterAll(() => shop.close())

  test.each([
    ['aurora.localhost', ['ours-published']],
    ['nordlys.localhost', ['theirs-published']],
    ['localhost', ['ours-published', 'theirs-published']],
    ['somebody.example', []],
  ])('%s lists %j', async (host, expected) => {
    expect((await slugs(shop, {}, host)).toSorted()).toEqual(expected)
  })

  test.each([
    ['aurora.localhost', [200, 404, 404, 404]],
    ['nordlys.localhost', [404, 200, 404, 404]],
    ['localhost', [200, 200, 404, 404]],
    ['somebody.example', [404, 404, 404, 404]],
  ])('%s opens its own events by id and slug, with tickets, and no drafts', async (host, expected) => {
    const rows = await shop.context.db.selectFrom('events').select(['id', 'slug']).execute()
    const idOf = new Map(rows.map((row) => [row.slug, row.id]))
    const found: number[][] = []
    for (const slug of ['ours-published', 'theirs-published', 'ours-draft', 'theirs-draft']) {
      const paths = [slug, String(idOf.get(slug)), `${idOf.get(slug)}/tickets`, `${slug}/tickets`]
      const answers = await Promise.all(
        paths.map((path) => shop.ask('GET', `/api/public/events/${path}`, { host })),
      )
      found.push([...new Set(answers.map((answer) => answer.status))])
    }
    expect(found).toEqual(expected.map((status) => [status]))
  })
})

describe('an event in a list', () => {
  let shop: Shop
  let eventId: string

  beforeAll(async () => {
    shop = await openShop()
    ;({ eventId } = shop)
    await insertFees(shop.context.db, { promoterId: shop.promoterId, ticketBaseCents: 50 })
  })
  afterAll(() => shop.close())

  const summary = async () => (await pageOf(shop)).data.events.find((event) => event.id === eventId)

  test('has the lowest price that can be paid, with fees', async () => {
    const { db } = shop.context
    const type = (options: Partial<Parameters<typeof insertTicketType>[1]>) =>
      insertTicketType(db, { promoterId: shop.promoterId, eventId, ...options })
    expect(await summary()).toMatchObject({ priceFrom: null, availability: 'ended' })
    await type({ name: 'Early bird', priceCents: 900, saleEndsAt: new Date(NOW) })
    await type({ name: 'Paused', priceCents: 800, active: false })
    expect(await summary()).toMatchObject({ priceFrom: null, availability: 'ended' })
    await type({ name: 'Gone', priceCents: 700, capacity: 0 })
    expect(await summary()).toMatchObject({ priceFrom: null, availability: 'sold_out' })
    await type({ name: 'Later', priceCents: 3000, saleStartsAt: new Date(NOW + 1) })
    expect(await summary()).toMatchObject({ priceFrom: 30.5, availability: 'not_yet' })
    await type({ name: 'Few', priceCents: 2000, capacity: 19 })
    expect(await summary()).toMatchObject({ priceFrom: 20.5, availability: 'few_left' })
    await type({ name: 'Free', priceCents: 0, capacity: 1 })
    expect(await summary()).toMatchObject({ priceFrom: 0, availability: 'on_sale' })
  })

  test.each(['2026-02-30', '0000-01-01', '2026-13-01', 'tomorrow'])('refuses the day %s', async (from) => {
    const answer = await pageOf(shop, { from })
    expect([answer.status, answer.error.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  test.each([1e300, -8e15, 0.5])('refuses a cursor with the time %d', async (moment) => {
    const cursor = Buffer.from(JSON.stringify([moment, crypto.randomUUID()])).toString('base64url')
    expect((await pageOf(shop, { cursor })).status).toBe(422)
  })
})
