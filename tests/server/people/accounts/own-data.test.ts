import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOwnOrders, type OrderSummary } from '#contracts/account/accounts.ts'
import { order as orderShape } from '#model/sales/orders.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { insertEvent, insertPromoter, insertTicketType, insertLegalText } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import {
  insertAccountToken,
  insertMember,
  insertPaidOrder,
  newEmail,
  openBrowser,
  openCustomer,
  signInOn,
  PASSWORD,
  type Browser,
} from '#tests/support/people.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let ticketTypeId: string

beforeAll(async () => {
  shop = await openShop()
  const { promoterId, eventId } = shop
  ticketTypeId = await insertTicketType(shop.context.db, {
    promoterId,
    eventId,
    priceCents: 0,
    capacity: 500,
  })
})
afterAll(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const ORDERS = '/api/auth/customer/orders'
const place = (email: string, minutes = 0) =>
  insertPaidOrder(shop.context.db, {
    promoterId: shop.promoterId,
    eventId: shop.eventId,
    ticketTypeId,
    email,
    createdAt: new Date(shop.clock.now() + minutes * 60_000),
  })
const page = async (browser: Browser, query = '', host = shop.host) => {
  const { data } = await browser.ask('GET', `${ORDERS}${query}`, { host })
  return listOwnOrders.data.parse(data)
}
const idsOf = (orders: readonly OrderSummary[]): string[] => orders.map(({ id }) => id)

describe('order history', () => {
  test('includes guest orders once the address is verified', async () => {
    const email = newEmail()
    const id = await place(email)
    const browser = openBrowser(shop)
    const accountId = (await browser.register(email)).data.customer.id
    expect((await page(browser)).orders).toEqual([])
    const token = await insertAccountToken(shop.context.db, { accountId, email, purpose: 'verify_email' })
    await browser.ask('POST', '/api/public/auth/customer/verify-email', { body: { token } })
    expect(await page(browser)).toEqual({
      nextCursor: null,
      orders: [
        {
          id,
          number: id.slice(0, 8).toUpperCase(),
          status: 'paid',
          currency: 'EUR',
          total: 0,
          createdAt: new Date(shop.clock.now()).toISOString(),
          url: `/orders/${id}`,
          ticketCount: 1,
          events: [{ title: 'Night Shift', startsAt: '2026-12-01T20:00:00.000Z', timeZone: 'Europe/Berlin' }],
        },
      ],
    })
  })

  test('has the amount of refunds that haven’t failed', async () => {
    const customer = await openCustomer(shop)
    const [none, some, failed] = [
      await place(customer.email, 3),
      await place(customer.email, 2),
      await place(customer.email, 1),
    ]
    const { db } = shop.context
    const insertRefund = (orderId: string, status: string, cents: number): Promise<unknown> =>
      sql`
        insert into refunds (promoter_id, order_id, status, reason, amount_cents, promoter_cents, taxes_cents, fees_cents,
          created_at, updated_at)
        values (${shop.promoterId}, ${orderId}, ${status}, 'requested', ${cents}, ${cents}, 0, 0, now(), now())`.execute(
        db,
      )
    await insertRefund(some, 'succeeded', 1000)
    await insertRefund(some, 'pending', 250)
    await insertRefund(failed, 'failed', 700)
    const { orders } = await page(customer)
    expect(orders.map(({ id, refunded }) => [id, refunded])).toEqual([
      [none, undefined],
      [some, 12.5],
      [failed, undefined],
    ])
    // The orders were free.
    await sql`delete from refunds where order_id in (${some}, ${failed})`.execute(db)
  })

  test('is paginated by twenty, newest first, without duplicates at equal times', async () => {
    const customer = await openCustomer(shop)
    const placed: string[] = []
    for (let count = 0; count < 45; count += 1)
      placed.unshift(await place(customer.email, Math.floor(count / 10)))
    const seen: string[] = []
    let query = ''
    const sizes: number[] = []
    for (;;) {
      const { orders, nextCursor } = await page(customer, query)
      seen.push(...idsOf(orders))
      sizes.push(orders.length)
      if (nextCursor === null) break
      query = `?cursor=${nextCursor}`
    }
    expect(sizes).toEqual([20, 20, 5])
    expect(new Set(seen)).toEqual(new Set(placed))
    expect(seen).toHaveLength(45)
    expect(
      idsOf((await page(customer)).orders)
        .slice(0, 5)
        .toSorted(),
    ).toEqual(placed.slice(0, 5).toSorted())
  })

  test.each(['x', 'W10', 'WzEsMl0', 'bnVsbA'])('refuses the cursor %s', async (cursor) => {
    const customer = await openCustomer(shop)
    const answer = await customer.ask('GET', `${ORDERS}?cursor=${cursor}`)
    expect([answer.status, answer.error.details]).toMatchObject([422, [{ path: 'cursor' }]])
  })

  test('is complete on the main site and limited to the promoter on a storefront, with links to the storefront', async () => {
    const promoterId = await insertPromoter(shop.context.db, 'Nordlys')
    const eventId = await insertEvent(shop.context.db, {
      promoterId,
      startsAt: new Date('2026-12-02T20:00:00Z'),
    })
    const theirType = await insertTicketType(shop.context.db, { promoterId, eventId, priceCents: 0 })
    await shop.context.sites.reload()
    const customer = await openCustomer(shop)
    const ours = await place(customer.email)
    const theirs = await insertPaidOrder(shop.context.db, {
      promoterId,
      eventId,
      ticketTypeId: theirType,
      email: customer.email,
      createdAt: new Date(shop.clock.now() - 1000),
    })
    const urlsOn = async (host: string) => {
      const browser = await signInOn(shop, host, customer.email)
      return (await page(browser, '', host)).orders.map(({ url }) => url)
    }
    expect(await urlsOn('aurora.localhost')).toEqual([`/orders/${ours}`])
    expect(await urlsOn('nordlys.localhost')).toEqual([`/orders/${theirs}`])
    expect(await urlsOn('unknown.example')).toEqual([])
    expect(await urlsOn('localhost:4321')).toEqual([
      `http://aurora.localhost:4321/orders/${ours}`,
      `http://nordlys.localhost:4321/orders/${theirs}`,
    ])
  })

  test('omits unpaid orders that can’t be paid any more', async () => {
    const customer = await openCustomer(shop)
    const cartId = newCartId()
    const paidType = await insertTicketType(shop.context.db, {
      promoterId: shop.promoterId,
      eventId: shop.eventId,
    })
    await shop.hold(cartId, { [paidType]: 1 })
    const buyer = { firstName: 'Ada', lastName: 'Lovelace', email: customer.email }
    const placed = await shop.checkout(cartId, 25, { customer: buyer })
    expect((await page(customer)).orders).toMatchObject([
      { id: placed.data.order.id, status: 'pending', total: 25 },
    ])
    shop.clock.advance(11 * 60_000)
    expect((await page(customer)).orders).toEqual([])
  })

  test('excludes other accounts’ orders', async () => {
    const [one, other] = [await openCustomer(shop), await openCustomer(shop)]
    await place(one.email)
    expect((await page(other)).orders).toEqual([])
  })

  test('stays with the account after an address change, not with the address', async () => {
    const customer = await openCustomer(shop)
    const id = await place(customer.email)
    const { email } = customer
    const newOne = newEmail()
    const token = await insertAccountToken(shop.context.db, {
      accountId: customer.id,
      email: newOne,
      purpose: 'change_email',
    })
    await customer.ask('POST', '/api/public/auth/customer/verify-email', { body: { token } })
    expect(idsOf((await page(customer)).orders)).toEqual([id])
    const next = await openCustomer(shop, { email })
    expect((await page(next)).orders).toEqual([])
  })
})

describe('export', () => {
  const take = (browser: Browser, password = PASSWORD) =>
    browser.ask<Record<string, unknown>>('POST', '/api/auth/customer/export', { body: { password } })

  test('contains all stored data of the account and no secrets', async () => {
    const customer = await openCustomer(shop, { userAgent: 'Firefox/141.0' })
    const { promoterId } = shop
    await insertMember(shop.context.db, { promoterId, accountId: customer.id, role: 'sales' })
    const orderId = await place(customer.email)
    await insertLegalText(shop.context.db, { promoterId, kind: 'terms' })
    await sql`
      insert into order_legal_texts (order_id, promoter_id, legal_text_id)
      select ${orderId}, promoter_id, id from legal_texts`.execute(shop.context.db)
    const { data } = await take(customer)
    expect(data).toMatchObject({
      exportedAt: new Date(shop.clock.now()).toISOString(),
      account: { id: customer.id, email: customer.email, firstName: 'Ada', lastName: 'Lovelace', phone: '' },
      sessions: [{ userAgent: 'Firefox/141.0', hasSecondFactor: false, endedAt: null }],
      passkeys: [],
      authenticator: null,
      memberships: [{ promoter: 'Aurora', role: 'sales' }],
      mails: [{ kind: 'verify_email' }],
      orders: [
        {
          promoter: 'Aurora',
          firstName: 'Grace',
          phone: '+49 30 123456',
          delivery: { method: 'post', address: '12 High Street' },
          answers: { note: 'I come with a wheelchair' },
          tracking: { ref: 'SUMMER' },
          items: [{ event: 'Night Shift', name: 'Free', quantity: 1 }],
          attendees: [{ firstName: 'Grace', answers: { diet: 'vegan' } }],
          tickets: [{ holder: 'Grace Hopper', status: 'valid' }],
          payment: null,
          acceptedLegalTexts: [{ kind: 'terms', version: 1, by: 'Aurora' }],
        },
      ],
    })
    expect(JSON.stringify(data)).not.toMatch(/argon2|token|hash|secret/i)
  })

  test('contains orders of an address only once it is verified', async () => {
    const email = newEmail()
    await place(email)
    const browser = openBrowser(shop)
    await browser.register(email)
    expect((await take(browser)).data).toMatchObject({ orders: [] })
  })

  test('requires the password', async () => {
    const customer = await openCustomer(shop)
    expect((await take(customer, 'not the password')).error.code).toBe('PASSWORD_WRONG')
  })

  test('is rate limited', async () => {
    const customer = await openCustomer(shop)
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) statuses.push((await take(customer)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

describe('delete', () => {
  const remove = (browser: Browser, password = PASSWORD) =>
    browser.ask('DELETE', '/api/auth/customer/me', { body: { password } })

  test('requires the password', async () => {
    const customer = await openCustomer(shop)
    expect((await remove(customer, 'not the password')).error.code).toBe('PASSWORD_WRONG')
    expect((await customer.ask('GET', '/api/auth/customer/me')).status).toBe(200)
  })

  test('keeps orders without personal data', async () => {
    const customer = await openCustomer(shop)
    const id = await place(customer.email)
    const untouched = await place(newEmail())
    const { db } = shop.context
    expect(await remove(customer)).toMatchObject({ status: 200, data: {} })
    expect(Object.keys(customer.cookies)).toEqual(['customer_device'])
    expect((await customer.ask('GET', '/api/auth/customer/me')).status).toBe(401)
    expect((await openBrowser(shop).login(customer.email)).status).toBe(401)
    expect(
      await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ).toMatchObject({
      status: 'paid',
      first_name: 'Deleted',
      last_name: 'Deleted',
      email: 'deleted@account.invalid',
      phone: null,
      account_id: null,
      answers: {},
      delivery: { method: 'post' },
      tracking: { ref: 'SUMMER' },
    })
    const shown = await shop.ask<{ order: unknown }>('GET', `/api/public/orders/${id}`)
    expect(orderShape.parse(shown.data.order)).toMatchObject({
      tickets: [{ holder: 'Deleted', status: 'valid' }],
    })
    const dump = await Promise.all(
      (['orders', 'order_attendees', 'tickets', 'mails', 'accounts', 'rate_limits'] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    )
    const text = JSON.stringify(dump)
    expect([customer.email, customer.id].filter((personal) => text.includes(personal))).toEqual([])
    const { data } = await shop.ask<{ order: unknown }>('GET', `/api/public/orders/${untouched}`)
    expect(data.order).toMatchObject({
      customer: { firstName: 'Grace' },
      tickets: [{ holder: 'Grace Hopper' }],
    })
  })

  test('removes resent, cancelled and custom emails from the outbox', async () => {
    const { db } = shop.context
    const { promoterId, eventId } = shop
    const customer = await openCustomer(shop)
    const id = await place(customer.email)
    const changeId = randomUUID()
    await sql`
      insert into told_changes (id, promoter_id, event_id, before, created_at)
      values (${changeId}, ${promoterId}, ${eventId}, '{}', now())`.execute(db)
    const facts = [
      ['order_resent', `order_resent:${id}:${randomUUID()}`],
      ['event_cancelled', `event_cancelled:${eventId}:${id}`],
      ['event_changed', `event_changed:${changeId}:${id}`],
      ['promoter_message', `promoter_message:${randomUUID()}:${customer.email}`],
    ] as const
    for (const [kind, fact] of facts)
      await sql`
        insert into mails (fact, kind, promoter_id, payload, created_at, done_at, to_address, last_error)
        values (${fact}, ${kind}, ${promoterId}, jsonb_build_object('email', ${customer.email}::text), now(), now(),
          ${customer.email}, ${`550 ${customer.email} is full`})`.execute(db)
    await sql`
      insert into mailbox (mail_id, from_address, to_address, subject, html, text, received_at)
      select id, 'foyer@example.com', to_address, 'Again', '', '', now() from mails
      where to_address = ${customer.email}`.execute(db)
    const subject = { id, name: '' }
    const after = { fact: facts[0][1] }
    const actor = { accountId: null, apiKeyId: null }
    await recordChange(db, { promoterId, actor, action: 'order.resent', subject, after }, new Date())
    expect(await remove(customer)).toMatchObject({ status: 200 })
    const { rows } = await sql<{ kind: string; to: string | null; error: string | null }>`
      select kind, to_address as to, last_error as error from mails
      where fact = any(${facts.map(([, fact]) => fact)}) order by kind`.execute(db)
    expect(rows).toEqual([
      { kind: 'event_cancelled', to: null, error: null },
      { kind: 'event_changed', to: null, error: null },
      { kind: 'order_resent', to: null, error: null },
    ])
    const kept = await sql`select from mailbox where to_address = ${customer.email}`.execute(db)
    expect(kept.rows).toEqual([])
  })

  test('of an unverified account changes no order of its address', async () => {
    const email = newEmail()
    const id = await place(email)
    const browser = openBrowser(shop)
    await browser.register(email)
    expect((await remove(browser)).status).toBe(200)
    const { data } = await shop.ask<{ order: unknown }>('GET', `/api/public/orders/${id}`)
    expect(data.order).toMatchObject({ customer: { email } })
  })

  test('frees the address for others', async () => {
    const customer = await openCustomer(shop)
    await remove(customer)
    const next = await openCustomer(shop, { email: customer.email })
    expect((await page(next)).orders).toEqual([])
  })
})
