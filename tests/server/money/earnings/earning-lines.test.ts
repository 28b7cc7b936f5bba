import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConsoleEarning } from '#contracts/console/staff/payouts.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import type { earningsBreakdown } from '#contracts/portal/earnings.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import {
  insertLink,
  insertRule,
  openSeller,
  readEarnings,
  sell,
  type Seller,
} from '#tests/support/sellers.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

type Lines = DataOf<typeof earningsBreakdown>

let shop: Shop
let seller: Seller
let owner: Seller
let other: Seller
let flyer: string
let poster: string
let matinee: string
const lines = async (query = '', by: Seller = seller): Promise<Lines> =>
  (await by.ask<Lines>('GET', `/api/staff/${by.id}/earnings/breakdown${query}`)).data
const quantities = async (query = ''): Promise<number[]> =>
  (await lines(query)).breakdown.map(({ quantity }) => quantity)

/** Sells 1, 2, 3 and 4 tickets in turn: by flyer, by poster, for the matinee and by a colleague's link. */
beforeAll(async () => {
  shop = await openShop()
  const { promoterId, eventId, context } = shop
  seller = await openSeller(shop)
  other = await openSeller(shop)
  owner = await openSeller(shop, 'owner')
  await insertRule(shop, {})
  await insertRule(shop, { memberId: other.id, approval: 'manual' })
  flyer = await insertLink(shop, seller.id)
  poster = await insertLink(shop, seller.id)
  const colleague = await insertLink(shop, other.id)
  const startsAt = new Date('2026-12-03T15:00:00Z')
  matinee = await insertEvent(context.db, { promoterId, startsAt, slug: 'matinee', title: 'Matinee' })
  const evening = await insertTicketType(context.db, { promoterId, eventId })
  const afternoon = await insertTicketType(context.db, { promoterId, eventId: matinee, priceCents: 1000 })
  await sql`update events set time_zone = 'Europe/Berlin'`.execute(context.db)
  const sales = [
    { linkId: flyer, wishes: { [evening]: 1 }, total: 25 },
    { linkId: poster, wishes: { [evening]: 2 }, total: 50 },
    { linkId: flyer, wishes: { [afternoon]: 3 }, total: 30 },
    { linkId: colleague, wishes: { [evening]: 4 }, total: 100 },
  ]
  for (const sale of sales) {
    await sell(shop, sale)
    shop.clock.advance(6 * 3_600_000)
    for (const person of [seller, other, owner]) await person.login(person.email)
  }
})
afterAll(() => shop.close())

describe('the earnings of a member by order line', () => {
  test('are newest first, of this member only', async () => {
    const { breakdown, nextCursor } = await lines()
    expect(nextCursor).toBeNull()
    expect(breakdown).toMatchObject([
      { quantity: 3, eventTitle: 'Matinee', revenue: 30, amount: 3, clawedBack: 0, status: 'pending' },
      { quantity: 2, linkName: 'Flyer', revenue: 50, amount: 5, currency: 'EUR' },
      { quantity: 1, revenue: 25, amount: 2.5 },
    ])
    expect((await lines('', other)).breakdown).toMatchObject([{ quantity: 4, amount: 10, status: 'waiting' }])
  })

  test('sum up to the totals of the overview', async () => {
    const { breakdown } = await lines()
    const sum = (key: 'amount' | 'revenue' | 'quantity') =>
      breakdown.reduce((total, line) => total + line[key], 0)
    const { totals, events, links, days } = await readEarnings(seller)
    expect(totals).toMatchObject([{ currency: 'EUR', pending: sum('amount'), available: 0 }])
    for (const parts of [events, links, days]) {
      expect(parts.reduce((total, { amount }) => total + amount, 0)).toBe(sum('amount'))
      expect(parts.reduce((total, { revenue }) => total + revenue, 0)).toBe(sum('revenue'))
      expect(parts.reduce((total, { tickets }) => total + tickets, 0)).toBe(sum('quantity'))
    }
  })

  test('can be those of one link, of one event, or of both', async () => {
    expect(await quantities(`?linkId=${flyer}`)).toEqual([3, 1])
    expect(await quantities(`?eventId=${shop.eventId}`)).toEqual([2, 1])
    expect(await quantities(`?eventId=${matinee}&linkId=${poster}`)).toEqual([])
  })

  // The sales were at 13:00, 19:00, 01:00 and 07:00 in Berlin, from 21 November on.
  test.each([
    ['?from=2026-11-22', [3]],
    ['?to=2026-11-21', [2, 1]],
    ['?from=2026-11-21&to=2026-11-22', [3, 2, 1]],
    ['?from=2026-11-22T00:00:00Z&to=2026-11-22', [3]],
    ['?from=2026-11-23', []],
  ])('%s has the sales of those days in the event’s time zone', async (query, expected) => {
    expect(await quantities(query)).toEqual(expected)
  })

  test.each(['from', 'to'])('refuse what is no day as %s', async (name) => {
    for (const text of [
      '21.11.2026',
      '2026-13-40',
      '2026-02-31',
      '2026-02-31T00:00:00Z',
      '2026-11-21 12:00',
    ]) {
      const path = `/api/staff/${seller.id}/earnings/breakdown?${name}=${encodeURIComponent(text)}`
      expect(await seller.ask('GET', path)).toMatchObject({
        status: 422,
        error: {
          code: 'VALIDATION_ERROR',
          details: [{ path: name, message: 'Enter the day as YYYY-MM-DD.' }],
        },
      })
    }
  })
})

describe('the earnings of all members', () => {
  const list = async (query = ''): Promise<ConsoleEarning[]> =>
    (await owner.ask<{ earnings: ConsoleEarning[] }>('GET', `/api/promoter/earnings${query}`)).data.earnings

  test('are newest first, with member, order and link', async () => {
    const earnings = await list()
    expect(earnings.map(({ quantity }) => quantity)).toEqual([4, 3, 2, 1])
    expect(earnings[0]).toMatchObject({
      memberId: other.id,
      memberName: 'Ada Lovelace',
      linkName: 'Flyer',
      revenue: 100,
      amount: 10,
      status: 'waiting',
    })
  })

  test('can be those of one member, or in one state', async () => {
    expect(await list(`?memberId=${seller.id}`)).toHaveLength(3)
    expect(await list('?status=waiting')).toMatchObject([{ memberId: other.id }])
    expect(await list(`?memberId=${other.id}&status=earned`)).toEqual([])
  })
})
