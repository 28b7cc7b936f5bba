import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { reportName, type Overview, type Report } from '#contracts/console/reports.ts'
import type { Order } from '#model/sales/orders.ts'
import { createApi } from '#server/http/api.ts'
import { addPendingReports, rebuildReports } from '#server/reports/reports/add-pending-reports.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from '#tests/support/console.ts'
import {
  insertEvent,
  insertFees,
  insertPromo,
  insertPromoter,
  insertTaxes,
  insertTicketType,
} from '#tests/support/factories.ts'
import { findReportProblems } from '#tests/support/report-truth.ts'
import { insertLink } from '#tests/support/sellers.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
let floor: string
let free: string
let gala: string
let galaType: string
let linkId: string
let owner: ConsoleMember

beforeAll(async () => {
  fixture = await openConsoleFixture()
  owner = fixture.owner
  const { promoterId, eventId } = fixture
  const { db } = fixture.context
  await insertFees(db, { promoterId, ticketBaseCents: 50, ticketBasisPoints: 500, orderBaseCents: 100 })
  floor = await insertTicketType(db, { promoterId, eventId, name: 'Floor' })
  free = await insertTicketType(db, { promoterId, eventId, name: 'Guest list', priceCents: 0 })
  gala = await insertEvent(db, { promoterId, startsAt: new Date('2026-12-20T20:00:00Z'), title: 'Gala' })
  galaType = await insertTicketType(db, { promoterId, eventId: gala, name: 'Seat', priceCents: 4000 })
  linkId = await insertLink(fixture, null)
  await insertPromo(db, { promoterId, code: 'HALF', percent: 50 })
})
afterAll(async () => {
  expect(await findReportProblems(fixture.context.db, fixture.promoterId)).toEqual([])
  await fixture.close()
})

async function later(ms: number): Promise<void> {
  fixture.clock.advance(ms)
  owner = await fixture.join('owner')
}

async function buy(
  wishes: Record<string, number>,
  total: number,
  more: { promoCode?: string; tracking?: object; linkId?: string } = {},
): Promise<Order> {
  const cart = newCartId()
  const { linkId: by, ...body } = more
  await fixture.hold(cart, wishes)
  const placed = await fixture.checkout(cart, total, body)
  expect(placed.error).toBeUndefined()
  const { order } = placed.data
  if (by)
    await sql`update orders set tracking_link_id = ${by} where id = ${order.id}`.execute(fixture.context.db)
  if (total > 0) await fixture.pay(order.id, CARDS.good)
  return (await fixture.ask<{ order: Order }>('GET', `/api/public/orders/${order.id}`)).data.order
}

const read = async (name: string, query = ''): Promise<Report> => {
  const answer = await owner.ask<{ report: Report }>('GET', `/api/promoter/reports/${name}?${query}`)
  expect(answer.error).toBeUndefined()
  return answer.data.report
}

const file = async (name: string, query = ''): Promise<Response> =>
  createApi(fixture.context).fetch(
    new Request(`http://aurora.localhost/api/promoter/reports/${name}/export.csv?${query}`, {
      headers: { host: 'aurora.localhost', authorization: `Bearer ${owner.bearer}` },
    }),
  )

const overview = async (): Promise<Overview> =>
  (await owner.ask<{ overview: Overview }>('GET', '/api/promoter/overview')).data.overview

describe('a day of sales', () => {
  let order: Order

  beforeAll(async () => {
    order = await buy({ [floor]: 2 }, 54.5)
    await later(3_600_000)
    await buy({ [floor]: 1, [galaType]: 1 }, 25 + 40 + 1.75 + 2.5 + 1, { linkId })
    await buy({ [free]: 3 }, 0, { tracking: { utmSource: ' News Letter! ' } })
    await buy({ [floor]: 2 }, 29.5, { promoCode: 'HALF' })
  })

  test('appears at once, and is the same after folding and rebuilding', async () => {
    const atOnce = await read('sales', 'by=hour&from=2026-11-21&to=2026-11-21')
    await addPendingReports(fixture.context)
    expect(await read('sales', 'by=hour&from=2026-11-21&to=2026-11-21')).toEqual(atOnce)
    await rebuildReports(fixture.context)
    expect(await read('sales', 'by=hour&from=2026-11-21&to=2026-11-21')).toEqual(atOnce)
    expect(atOnce.rows).toHaveLength(24)
    expect(atOnce.rows[13]).toEqual({
      step: '2026-11-21T13',
      orders: 1,
      tickets: 2,
      returned: 0,
      paid: 54.5,
      refunded: 0,
      fees: 4.5,
      taxes: 0,
      revenue: 50,
    })
  })

  test('is split by type and link; order-level amounts belong to the first line', async () => {
    const types = await read('types')
    expect(types.rows).toContainEqual(
      expect.objectContaining({ name: 'Seat', event: 'Gala', tickets: 1, revenue: 40 }),
    )
    expect(types.rows).toContainEqual(expect.objectContaining({ name: 'Guest list', tickets: 3, revenue: 0 }))
    expect((await read('links')).rows).toEqual([
      expect.objectContaining({ name: 'Flyer', orders: 1, tickets: 2, revenue: 65 }),
    ])
    const channels = await read('channels')
    expect(channels.rows).toContainEqual(
      expect.objectContaining({ name: 'Campaign “news-letter”', orders: 1, tickets: 3 }),
    )
    const [first] = (await read('sales', `eventId=${gala}&by=week`)).rows
    expect(first).toMatchObject({ orders: 0, tickets: 1, revenue: 40 })
  })

  test('a refund is deducted from its line, at its time', async () => {
    await later(86_400_000)
    const ticket = order.tickets[0]?.id
    const answer = await owner.ask('POST', `/api/promoter/orders/${order.id}/refunds`, {
      body: { tickets: [ticket] },
    })
    expect(answer.status).toBe(201)
    const sales = await read('sales')
    expect(sales.rows.at(-1)).toMatchObject({
      step: '2026-11-22',
      orders: 0,
      returned: 1,
      refunded: 26.75,
      revenue: -25,
    })
    const refunds = await read('refunds')
    expect(refunds.rows.at(-1)).toMatchObject({ refunds: 1, requested: 26.75, refunded: 26.75, fees: 1.75 })
    expect((await read('fees')).rows.at(-1)).toMatchObject({ returned: 1.75 })
    const { total } = await read('sales')
    const { paid = 0, refunded = 0, fees = 0, taxes = 0, revenue = 0 } = total ?? {}
    expect(Number(paid) - Number(refunded) - Number(fees) - Number(taxes)).toBeCloseTo(Number(revenue))
  })

  test('is summarised by the overview', async () => {
    const { periods, nextEvents, recentOrders, topLinks, days, attention } = await overview()
    expect(periods.map((period) => period.days)).toEqual([1, 7, 30])
    expect(periods[0]?.now.orders).toBe(0)
    expect(periods[0]?.before.orders).toBeGreaterThanOrEqual(3)
    expect(days).toHaveLength(30)
    expect(nextEvents[0]).toMatchObject({ id: fixture.eventId, title: 'Night Shift' })
    expect(recentOrders.length).toBeGreaterThanOrEqual(3)
    expect(topLinks[0]).toMatchObject({ name: 'Flyer', orders: 1 })
    expect(attention).toEqual({
      payments: 0,
      disputes: 0,
      payouts: 0,
      drafts: 0,
      missingSellerDetails: ['legalName', 'legalAddress'],
    })
  })

  test('exports the same rows, without formulas', async () => {
    await sql`update ticket_types set name = '=1+1' where id = ${galaType}`.execute(fixture.context.db)
    const response = await file('types', 'to=2026-11-22')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await response.text()).split('\r\n')
    expect(lines[0]).toContain('Ticket,Event,Sold,Returned,Discounts (EUR),Revenue (EUR)')
    expect(lines).toContain("'=1+1,Gala,1,0,0.00,40.00")
    expect(lines).toHaveLength((await read('types')).rows.length + 2)
  })
})

describe('manual orders', () => {
  let eventId: string
  let rear: string

  const take = async (items: Record<string, number>, takenOutside: string): Promise<OrderDetail> => {
    const answer = await owner.ask<{ detail: OrderDetail }>('POST', '/api/promoter/orders', {
      body: {
        items: Object.entries(items).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
        customer: { firstName: 'Grace', lastName: 'Hopper' },
        takenOutside,
      },
    })
    expect(answer.error).toBeUndefined()
    return answer.data.detail
  }

  async function giveOneBack({ id, tickets }: Order, typeId: string): Promise<void> {
    const ticket = tickets.find(({ ticketTypeId }) => ticketTypeId === typeId)
    const path = `/api/promoter/orders/${id}/refunds`
    expect((await owner.ask('POST', path, { body: { tickets: [ticket?.id] } })).status).toBe(201)
  }

  beforeAll(async () => {
    const { promoterId } = fixture
    const { db } = fixture.context
    await later(3_600_000)
    eventId = await insertEvent(db, { promoterId, startsAt: new Date('2026-12-22T20:00:00Z'), title: 'Fair' })
    const front = await insertTicketType(db, { promoterId, eventId, name: 'Front', priceCents: 5950 })
    rear = await insertTicketType(db, { promoterId, eventId, name: 'Rear', priceCents: 1190 })
    await insertTaxes(db, {
      promoterId,
      ticketTypes: { [front]: [['VAT', 190_000]], [rear]: [['VAT', 190_000]] },
    })
    await take({ [rear]: 2 }, 'complimentary')
    await giveOneBack((await take({ [front]: 1, [rear]: 2 }, 'cash')).order, rear)
  })

  test('count as sales with their amounts, in all reports', async () => {
    const sales = await read('sales', `eventId=${eventId}`)
    expect(sales.total).toMatchObject({
      orders: 2,
      tickets: 5,
      returned: 1,
      paid: 83.3,
      refunded: 11.9,
      fees: 0,
      taxes: 11.4,
      revenue: 60,
    })
    expect((await read('types', `eventId=${eventId}`)).rows).toEqual([
      expect.objectContaining({ name: 'Front', tickets: 1, returned: 0, revenue: 50 }),
      expect.objectContaining({ name: 'Rear', tickets: 4, returned: 1, discount: 23.8, revenue: 10 }),
    ])
    expect((await read('channels', `eventId=${eventId}`)).rows).toEqual([
      expect.objectContaining({ name: 'Manual orders', orders: 2, tickets: 5, revenue: 60 }),
    ])
    const funnel = await read('funnel', `eventId=${eventId}`)
    expect(funnel.rows.map(({ number }) => number)).toEqual([0, 0, 0, 0])
    const byHour = await read('sales', `eventId=${eventId}&by=hour`)
    expect(byHour.total).toEqual(sales.total)
  })

  test('have their taxes and refunds in the tax report', async () => {
    const { rows } = await read('taxes', `eventId=${eventId}`)
    expect(rows).toEqual([{ name: 'VAT', rate: '19%', base: 70, charged: 13.3, returned: 1.9, taxes: 11.4 }])
  })

  test('are in the overview', async () => {
    const before = (await overview()).periods[0]?.now
    await take({ [rear]: 1 }, 'bank_transfer')
    const after = (await overview()).periods[0]?.now
    expect(Number(after?.revenue) - Number(before?.revenue)).toBeCloseTo(10)
    expect(Number(after?.orders) - Number(before?.orders)).toBe(1)
  })
})

test('views and holds form a funnel: one hold per cart, however it changes', async () => {
  const { visits, db } = fixture.context
  const { slug } = await db
    .selectFrom('events')
    .select('slug')
    .where('id', '=', gala)
    .executeTakeFirstOrThrow()
  // Carts held earlier.
  await visits.flush()
  await sql`delete from event_visits`.execute(db)
  for (let seen = 0; seen < 5; seen += 1) visits.view(slug, 'direct')
  visits.view('no-such-event', 'direct')
  const cart = newCartId()
  await fixture.hold(cart, { [galaType]: 1 })
  await fixture.hold(cart, { [galaType]: 2 })
  await visits.flush()
  const day = new Date(fixture.clock.now()).toISOString().slice(0, 10)
  const funnel = await read('funnel', `eventId=${gala}&from=${day}&to=${day}`)
  expect(funnel.rows.map(({ number }) => number)).toEqual([5, 1, 0, 0])
  const channels = await read('channels', `eventId=${gala}&from=${day}&to=${day}`)
  expect(channels.rows).toContainEqual(
    expect.objectContaining({ name: 'No link or campaign', views: 5, from: '5 typed or opened from an app' }),
  )
})

test('unwritten counts are written the next time', async () => {
  const { visits, db } = fixture.context
  const { slug } = await db
    .selectFrom('events')
    .select('slug')
    .where('id', '=', gala)
    .executeTakeFirstOrThrow()
  const sum = async () => {
    const { rows } = await sql<{
      views: number
    }>`select sum(views)::int as views from event_visits where event_id = ${gala}`.execute(db)
    return rows[0]?.views ?? 0
  }
  const before = await sum()
  visits.view(slug, 'search')
  await sql`alter table event_visits rename to event_visits_away`.execute(db)
  await expect(visits.flush()).rejects.toThrow('event_visits')
  await sql`alter table event_visits_away rename to event_visits`.execute(db)
  visits.view(slug, 'search')
  await visits.flush()
  expect(await sum()).toBe(before + 2)
})

test('the pace of an event is compared with the previous one', async () => {
  const pace = await read('pace', `eventId=${gala}`)
  expect(pace.against).toMatchObject({ name: 'Night Shift' })
  expect(pace.columns.map(({ name }) => name)).toEqual(['Days before', 'Gala', 'Night Shift'])
  expect(pace.rows[0]).toMatchObject({ tickets: 1 })
  expect(pace.rows.at(-1)).toMatchObject({ days: '0', tickets: null })
})

describe('report access', () => {
  test.each(reportName.options)('%s', async (name) => {
    const path = `/api/promoter/reports/${name}`
    expect((await owner.ask('GET', path)).status).toBe(200)
    const manager = await fixture.join('manager')
    expect((await manager.ask('GET', path)).status).toBe(name === 'payouts' ? 403 : 200)
    for (const role of ['sales', 'door', 'nobody'] as const)
      expect((await (await fixture.join(role)).ask('GET', path)).status).toBe(403)
    expect((await fixture.ask('GET', path)).status).toBe(401)
  })

  test('another promoter’s event is NOT_FOUND; managers see no payouts', async () => {
    const other = await insertPromoter(fixture.context.db, `Other${randomUUID().slice(0, 6)}`)
    const foreign = await insertEvent(fixture.context.db, {
      promoterId: other,
      startsAt: new Date('2026-12-20T20:00:00Z'),
    })
    expect((await owner.ask('GET', `/api/promoter/reports/sales?eventId=${foreign}`)).status).toBe(404)
    expect((await owner.ask('GET', `/api/promoter/reports/pace?against=${foreign}`)).status).toBe(404)
    const manager = await fixture.join('manager')
    const answer = await manager.ask<{ overview: Overview }>('GET', '/api/promoter/overview')
    expect(answer.data.overview.attention.payouts).toBeNull()
  })

  test.each([
    ['from=2026-02-31', 'from'],
    ['from=yesterday', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2020-01-01&to=2026-01-01&by=hour', 'by'],
    ['timeZone=Moon/Sea', 'timeZone'],
  ])('%s is refused', async (query, path) => {
    const answer = await owner.ask('GET', `/api/promoter/reports/sales?${query}`)
    expect(answer.status).toBe(422)
    expect(answer.error.details).toEqual([expect.objectContaining({ path })])
  })
})

test('hours are in the event’s time zone: a day in India starts at half past', async () => {
  const { db } = fixture.context
  const startsAt = new Date('2026-12-24T20:00:00Z')
  const delhi = await insertEvent(db, {
    promoterId: fixture.promoterId,
    startsAt,
    timeZone: 'Asia/Kolkata',
    title: 'Diwali',
  })
  const type = await insertTicketType(db, { promoterId: fixture.promoterId, eventId: delhi, priceCents: 0 })
  const at = new Date(fixture.clock.now())
  await later(Date.UTC(2026, 10, 29, 18, 20) - at.getTime())
  await buy({ [type]: 1 }, 0)
  await later(20 * 60_000)
  await buy({ [type]: 2 }, 0)
  await addPendingReports(fixture.context)
  const { rows } = await read('sales', `eventId=${delhi}&from=2026-11-29&to=2026-11-30`)
  expect(rows.filter(({ orders }) => Number(orders) > 0)).toEqual([
    expect.objectContaining({ step: '2026-11-29T23', tickets: 1 }),
    expect.objectContaining({ step: '2026-11-30T00', tickets: 2 }),
  ])
})
