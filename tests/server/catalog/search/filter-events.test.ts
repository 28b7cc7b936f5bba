import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventListPage } from '#contracts/shop/catalog.ts'
import { listFilterOptions } from '#server/catalog/search/list-filter-options.ts'
import {
  insertEvent,
  insertFees,
  insertPromoter,
  insertTicketType,
  type TicketTypeOptions,
} from '#tests/support/factories.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const DAY = 86_400_000
const FIRST = Date.parse('2027-01-10T20:00:00Z')

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.context.db.deleteFrom('events').execute()
})
afterAll(() => shop.close())

let day = 0
interface Put {
  types?: Partial<TicketTypeOptions>[]
  currency?: string
  category?: string
  tags?: string[]
  status?: 'draft' | 'published'
  promoterId?: string
}

/** Inserts an event a day after the previous one, with a fee of 10% and 1.00 per order. */
async function put(slug: string, { types = [{}], category, tags = [], ...options }: Put): Promise<void> {
  const { db } = shop.context
  const { promoterId = shop.promoterId, currency = 'EUR', status = 'published' } = options
  day += 1
  const startsAt = new Date(FIRST + day * DAY)
  const eventId = await insertEvent(db, { promoterId, startsAt, slug, title: slug, currency, status })
  await db
    .updateTable('events')
    .set({ category: category ?? null, tags })
    .where('id', '=', eventId)
    .execute()
  await insertFees(db, { promoterId, eventId, currency, ticketBasisPoints: 1000, orderBaseCents: 100 })
  for (const type of types) await insertTicketType(db, { promoterId, eventId, ...type })
}

const pageOf = (filters: Record<string, string>): Promise<Answer<EventListPage>> =>
  shop.ask('GET', `/api/public/events?${new URLSearchParams(filters)}`)
const slugs = async (filters: Record<string, string>): Promise<string[]> => {
  const answer = await pageOf(filters)
  expect(answer.status).toBe(200)
  return answer.data.events.map(({ slug }) => slug)
}

describe('category, tags and price', () => {
  beforeAll(async () => {
    await put('eighteen', { types: [{ priceCents: 1800 }], category: 'music', tags: ['fado'] })
    // 19.00 costs 21.90 with fees.
    await put('nineteen', { types: [{ priceCents: 1900 }], category: 'comedy' })
    await put('free', { types: [{ priceCents: 0 }, { priceCents: 5000 }], category: 'comedy' })
    await put('cheap-is-gone', {
      types: [{ priceCents: 500, capacity: 0 }, { priceCents: 4000 }],
      category: 'music',
    })
    await put('cheap-is-hidden', {
      types: [{ priceCents: 500, accessCode: 'FRIENDS' }, { priceCents: 4000 }],
    })
    await put('all-gone', { types: [{ priceCents: 500, capacity: 0 }] })
    await put('dollars', { types: [{ priceCents: 1000 }], currency: 'USD' })
    await put('draft', { types: [{ priceCents: 0 }], category: 'film', currency: 'CHF', status: 'draft' })
  })

  test.each([
    ['free', ['free']],
    ['20-EUR', ['free']],
    ['21-EUR', ['eighteen', 'free']],
    ['22-EUR', ['eighteen', 'nineteen', 'free']],
    ['45-EUR', ['eighteen', 'nineteen', 'free', 'cheap-is-gone', 'cheap-is-hidden']],
    ['20-USD', ['dollars']],
    ['100-CHF', []],
  ])('price=%s: compares the listed price with fees', async (price, expected) => {
    expect(await slugs({ price })).toEqual(expected)
  })

  test.each([
    [{ category: 'comedy' }, ['nineteen', 'free']],
    [{ category: 'comedy', price: 'free' }, ['free']],
    [{ category: 'film' }, []],
    [{ q: 'fado' }, ['eighteen']],
    [{ q: 'comedy nineteen' }, ['nineteen']],
  ])('%j', async (filters, expected) => {
    expect(await slugs(filters)).toEqual(expected)
  })

  test.each<Record<string, string>>([
    { category: 'opera' },
    { price: 'cheap' },
    { price: '-1-EUR' },
    { price: '10-eur' },
    { price: '99999999-EUR' },
  ])('%j is refused', async (filters) => {
    expect(await pageOf(filters)).toMatchObject({
      status: 422,
      error: {
        details: expect.arrayContaining([expect.objectContaining({ path: Object.keys(filters)[0] })]),
      },
    })
  })

  test('filter options come from upcoming, visible events', async () => {
    const site = shop.context.sites.resolve(shop.host)
    const options = await listFilterOptions(shop.context, { site })
    expect({ ...options, categories: options.categories.toSorted() }).toEqual({
      cities: ['Berlin'],
      categories: ['comedy', 'music'],
      currencies: ['EUR', 'USD'],
      hasFree: true,
    })
  })

  test('an event contains its category and tags', async () => {
    const { data } = await pageOf({ q: 'eighteen' })
    expect(data.events).toMatchObject([{ category: 'music', tags: ['fado'] }])
  })
})

test('pages of a price filter have no gaps and no duplicates', async () => {
  const { db } = shop.context
  const promoterId = await insertPromoter(db, 'Borealis')
  const cheap: string[] = []
  for (let index = 0; index < 60; index += 1) {
    const isCheap = index % 2 === 0
    if (isCheap) cheap.push(`list-${index}`)
    // The other is below the limit without fees, and excluded after pricing.
    await put(`list-${index}`, { types: [{ priceCents: isCheap ? 800 : 950 }], promoterId, currency: 'NOK' })
  }
  const found: string[] = []
  let cursor: string | null = ''
  do {
    const answer: Answer<EventListPage> = await shop.ask(
      'GET',
      `/api/public/events?price=10-NOK${cursor ? `&cursor=${cursor}` : ''}`,
      { host: 'localhost' },
    )
    expect(answer.data.events.length).toBeLessThanOrEqual(24)
    found.push(...answer.data.events.map(({ slug }) => slug))
    cursor = answer.data.nextCursor
  } while (cursor)
  expect(found).toEqual(cheap)
})
