import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TrackingLink } from '#contracts/portal/staff.ts'
import type { Order } from '#model/sales/orders.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { insertEvent, insertPromoter, insertTaxes, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import {
  endEvents,
  goOn,
  hear,
  insertLink,
  insertRule,
  openSeller,
  readEarnings,
  sell,
  type RuleOptions,
  type Seller,
} from '#tests/support/sellers.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let seller: Seller
let owner: Seller
let linkId: string
let ticketTypeId: string
beforeEach(async () => {
  shop = await openShop()
  seller = await openSeller(shop)
  owner = await openSeller(shop, 'owner')
  linkId = await insertLink(shop, seller.id)
  const { promoterId, eventId } = shop
  ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId })
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const rule = (options: RuleOptions = {}): Promise<void> => insertRule(shop, options)
/** Sells two tickets at 25.00. */
const sellTwo = (more: Partial<Parameters<typeof sell>[1]> = {}): Promise<Order> =>
  sell(shop, { linkId, wishes: { [ticketTypeId]: 2 }, total: 50, ...more })
const totals = async () => (await readEarnings(seller)).totals[0]
const refund = (orderId: string, body: unknown = { all: true }): Promise<unknown> =>
  owner.ask('POST', `/api/promoter/orders/${orderId}/refunds`, { body, key: randomUUID() })
const intentOf = async (orderId: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select intent_id as id from payments where order_id = ${orderId}`.execute(shop.context.db)
  return rows[0]?.id ?? ''
}

describe('a sale through a link', () => {
  it('earns commission on revenue, pending until the event’s refund period ends', async () => {
    await rule()
    await sellTwo()
    expect(await totals()).toMatchObject({ pending: 5, available: 0 })
    // Ends at midnight after the tenth day.
    await goOn(shop, 13, [seller])
    expect(await totals()).toMatchObject({ pending: 5, available: 0 })
    await goOn(shop, 1, [seller])
    expect(await totals()).toMatchObject({ pending: 0, available: 5 })
  })

  it('earns nothing on taxes', async () => {
    await insertTaxes(shop.context.db, {
      promoterId: shop.promoterId,
      ticketTypes: { [ticketTypeId]: [['VAT', 190_000]] },
    })
    await rule()
    await sellTwo()
    // 50.00 contains 7.98 of tax.
    expect((await readEarnings(seller)).events).toMatchObject([{ amount: 4.2, revenue: 42.02, tickets: 2 }])
  })

  it('has the same revenue on the links and earnings pages after refunds', async () => {
    await insertTaxes(shop.context.db, {
      promoterId: shop.promoterId,
      ticketTypes: { [ticketTypeId]: [['VAT', 190_000]] },
    })
    await sql`
      insert into delivery_options (promoter_id, event_id, method, price_cents)
      values (${shop.promoterId}, ${shop.eventId}, 'post', 450)`.execute(shop.context.db)
    await rule({ basisPoints: 10 })
    const delivery = { method: 'post', address: 'Somewhere 1' }
    const order = await sellTwo({ total: 54.5, delivery })
    await sellTwo({ total: 54.5, delivery })
    const revenues = async (): Promise<(number | undefined)[]> => {
      const { links, days, events } = await readEarnings(seller)
      const told = await seller.ask<{ trackingLink: TrackingLink; days: { revenue: number }[] }>(
        'GET',
        `/api/public/staff/tracking-links/${linkId}`,
      )
      const { trackingLink, days: linkDays } = told.data
      return [
        trackingLink.stats.revenue,
        linkDays.at(-1)?.revenue,
        links[0]?.revenue,
        days[0]?.revenue,
        events[0]?.revenue,
      ]
    }
    expect(await revenues()).toEqual(Array(5).fill(84.04))
    await refund(order.id, { tickets: [order.tickets[0]?.id] })
    expect(await revenues(), 'one of two tickets of 42.02').toEqual(Array(5).fill(63.03))
    await refund(order.id, { amount: 3 })
    expect(await revenues(), 'money without tickets').toEqual(Array(5).fill(63.03))
    await refund(order.id)
    expect(await revenues(), 'and the rest').toEqual(Array(5).fill(42.02))
  })

  it('earns an amount per ticket by the most specific rule', async () => {
    await rule()
    await rule({ eventId: shop.eventId, basisPoints: 2000 })
    await rule({ memberId: seller.id, amountCents: 150 })
    await rule({ memberId: owner.id, amountCents: 900 })
    await sellTwo()
    expect(await totals()).toMatchObject({ pending: 3 })
  })

  it('climbs tiers ticket by ticket, also with concurrent orders', async () => {
    const steps = [
      { from: 0, basisPoints: 500 },
      { from: 6, basisPoints: 1000 },
    ]
    await rule({ tiers: steps })
    await Promise.all(Array.from({ length: 5 }, () => sellTwo()))
    // Six at 1.25, four at 2.50.
    expect(await totals()).toMatchObject({ pending: 17.5 })
  })

  it.each([
    ['without a rule', () => Promise.resolve()],
    ['that is closed', () => rule({ approval: 'closed' })],
    ['of another event', async () => rule({ eventId: await otherEvent() })],
    ['of a member who has left', async () => leave()],
  ])('earns nothing %s', async (_, prepare) => {
    await prepare()
    await sellTwo()
    const { rows } = await sql`select from earnings`.execute(shop.context.db)
    expect(rows).toEqual([])
  })

  it('earns nothing on one’s own purchase', async () => {
    await rule()
    await sellTwo({ email: seller.email })
    expect(await totals()).toBeUndefined()
  })

  it('runs no query without a link, and few for a free order', async () => {
    await rule({ amountCents: 100 })
    await sellTwo({ linkId: null })
    const free = await insertTicketType(shop.context.db, { ...shop, priceCents: 0 })
    const cart = newCartId()
    await shop.hold(cart, { [free]: 1 })
    await shop.checkout(cart, 0)
    expect(await totals()).toBeUndefined()
  })

  it('counts only when its buyer followed the link', async () => {
    await rule()
    const { rows } = await sql<{ code: string }>`select code from tracking_links`.execute(shop.context.db)
    const cart = newCartId()
    await shop.hold(cart, { [ticketTypeId]: 2 })
    const tracking = { ref: rows[0]?.code, timestamp: shop.clock.now() - 86_400_000 }
    const { order } = (await shop.checkout(cart, 50, { tracking })).data
    await shop.pay(order.id, CARDS.good)
    expect(await totals()).toMatchObject({ pending: 5 })
  })

  it('is booked once, however often the payment is reported', async () => {
    await rule()
    await sellTwo()
    await hear(shop)
    await hear(shop)
    expect(await totals()).toMatchObject({ pending: 5 })
  })
})

const otherEvent = (): Promise<string> =>
  insertEvent(shop.context.db, { promoterId: shop.promoterId, startsAt: new Date('2027-01-01T20:00:00Z') })
const leave = async (): Promise<void> => {
  await rule()
  await sql`delete from members where account_id = ${seller.id}`.execute(shop.context.db)
  const other = await insertPromoter(shop.context.db, 'Nordlys')
  await sql`insert into members (promoter_id, account_id, role, created_at) values (${other}, ${seller.id}, 'sales', now())`.execute(
    shop.context.db,
  )
}

describe('a refund or dispute', () => {
  beforeEach(() => rule())

  it('deducts the commission of each ticket, and everything with the last', async () => {
    const order = await sellTwo()
    await refund(order.id, { tickets: [order.tickets[0]?.id] })
    expect(await totals()).toMatchObject({ pending: 2.5, clawedBack: 2.5 })
    await refund(order.id)
    expect(await totals()).toMatchObject({ pending: 0, clawedBack: 5 })
  })

  it('by amount deducts its share of the order', async () => {
    const order = await sellTwo()
    await refund(order.id, { amount: 10 })
    expect(await totals()).toMatchObject({ pending: 4, clawedBack: 1 })
    await refund(order.id, { amount: 40 })
    expect(await totals()).toMatchObject({ pending: 0, clawedBack: 5 })
  })

  it('made at the provider is deducted when reported', async () => {
    const order = await sellTwo()
    const intentId = await intentOf(order.id)
    await createSandboxEngine(shop.context).refund({
      intentId,
      key: 'from the dashboard',
      amountCents: 2500,
      metadata: {},
    })
    await hear(shop)
    expect(await totals()).toMatchObject({ pending: 2.5 })
  })

  it('that failed restores the commission', async () => {
    const order = await sellTwo({ card: '4000 0000 0000 5126' })
    const intentId = await intentOf(order.id)
    await createSandboxEngine(shop.context).refund({
      intentId,
      key: 'from the dashboard',
      amountCents: 1000,
      metadata: {},
    })
    await hear(shop)
    await hear(shop)
    expect(await totals()).toMatchObject({ pending: 5, clawedBack: 0 })
  })

  it('by dispute is deducted, and restored when won', async () => {
    const order = await sellTwo({ card: '4000 0000 0000 0259' })
    await hear(shop)
    expect(await totals()).toMatchObject({ pending: 0, clawedBack: 5 })
    const { rows } = await sql<{ id: string }>`
      select dispute_id as id from disputes where order_id = ${order.id}`.execute(shop.context.db)
    await createSandboxEngine(shop.context).closeDispute(rows[0]?.id ?? '', 'won')
    await hear(shop)
    expect(await totals()).toMatchObject({ pending: 5, clawedBack: 0 })
  })

  it('reduces the tickets that count for the next tier', async () => {
    await sql`delete from commission_rules`.execute(shop.context.db)
    await rule({
      tiers: [
        { from: 0, basisPoints: 0 },
        { from: 2, basisPoints: 1000 },
      ],
    })
    const first = await sellTwo()
    await refund(first.id)
    await sellTwo()
    expect(await totals()).toBeUndefined()
    await sellTwo()
    expect(await totals()).toMatchObject({ pending: 5 })
  })
})

describe('earnings waiting for approval', () => {
  const waiting = async (): Promise<string[]> =>
    (await shop.context.db.selectFrom('earnings').select('id').orderBy('created_at').execute()).map(
      ({ id }) => id,
    )
  const decide = (ids: string[], word: boolean, by: Seller = owner) =>
    by.ask<{ decided: number }>('POST', '/api/promoter/earnings/decide', { body: { ids, approve: word } })
  beforeEach(() => rule({ approval: 'manual' }))

  it('are in no other total, and earned once approved', async () => {
    await sellTwo()
    expect(await totals()).toMatchObject({ pending: 0, waiting: 5 })
    expect((await decide(await waiting(), true)).data.decided).toBe(1)
    expect((await decide(await waiting(), true)).data.decided).toBe(0)
    expect(await totals()).toMatchObject({ pending: 5, waiting: 0 })
  })

  it('exclude refunds made meanwhile', async () => {
    const order = await sellTwo()
    await refund(order.id, { tickets: [order.tickets[0]?.id] })
    await decide(await waiting(), true)
    expect(await totals()).toMatchObject({ pending: 2.5, clawedBack: 2.5 })
  })

  it('are dropped once refused', async () => {
    await sellTwo()
    await decide(await waiting(), false)
    await endEvents(shop, [seller])
    expect(await totals()).toMatchObject({ pending: 0, available: 0, waiting: 0 })
  })

  it('are decided by owners only', async () => {
    await sellTwo()
    const manager = await openSeller(shop, 'manager')
    for (const other of [seller, manager])
      expect((await decide(await waiting(), true, other)).error.code).toBe('FORBIDDEN')
  })
})
