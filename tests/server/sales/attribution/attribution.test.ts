import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TRACKING_COOKIE } from '#contracts/platform/cookies.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { FIREFOX, insertLink } from '#tests/support/links.ts'
import { newAddress, newEmail, openBrowser, openCustomer, type Browser } from '#tests/support/people.ts'
import { CUSTOMER, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const DAY = 86_400_000

let shop: Shop
let ticketTypeId: string
let freeTypeId: string
let ada: string
let bob: string

beforeAll(async () => {
  shop = await openShop()
  const { promoterId } = shop
  const { db } = shop.context
  const far = await insertEvent(db, { promoterId, startsAt: new Date('2027-11-01T20:00:00Z') })
  ticketTypeId = await insertTicketType(db, { promoterId, eventId: far, capacity: 1000 })
  freeTypeId = await insertTicketType(db, { promoterId, eventId: far, priceCents: 0 })
  ada = await insertLink(db, { promoterId, memberId: (await openCustomer(shop)).id, code: 'ada' })
  bob = await insertLink(db, { promoterId, memberId: (await openCustomer(shop)).id, code: 'Bob' })
  const other = await insertPromoter(db, 'Brickworks')
  await insertLink(db, { promoterId: other, memberId: null, code: 'bricks' })
  await shop.context.sites.reload()
})
afterAll(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const open = (): Browser => openBrowser(shop, { userAgent: FIREFOX, address: newAddress() })
const come = (browser: Browser, code: string) =>
  browser.ask('POST', `/api/tracking-links/${code}/click`, { body: {} })
const hold = (browser: Browser, cartId: string, ticketTypeIds = [ticketTypeId]) =>
  browser.ask('PUT', `/api/public/carts/${cartId}`, {
    body: { items: ticketTypeIds.map((id) => ({ ticketTypeId: id, quantity: 1 })) },
  })

interface Buying {
  tracking?: Record<string, unknown>
  email?: string
  free?: boolean
}

async function order(browser: Browser, cartId: string, { tracking, email = newEmail(), free }: Buying = {}) {
  const { data } = await browser.ask<{ order: { id: string } }>('POST', '/api/public/checkout', {
    body: {
      cartId,
      customer: { ...CUSTOMER, email },
      expectedTotal: free ? 0 : 25,
      ...(tracking ? { tracking } : {}),
    },
    key: randomUUID(),
  })
  return findLinkOf(data.order.id)
}

const findLinkOf = (id: string) =>
  shop.context.db
    .selectFrom('orders')
    .select(['tracking_link_id as linkId', 'tracked_at as at', 'tracking'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function buy(browser: Browser, buying: Buying = {}) {
  const cartId = newCartId()
  await hold(browser, cartId, [buying.free ? freeTypeId : ticketTypeId])
  return order(browser, cartId, buying)
}

describe('an order is owed', () => {
  test('to no link without a visit', async () => {
    expect((await buy(open())).linkId).toBeNull()
  })

  test('to the last link, by the cookie', async () => {
    const browser = open()
    await come(browser, 'ada')
    expect((await buy(browser)).linkId).toBe(ada)
    shop.clock.advance(1000)
    await come(browser, 'BOB')
    const at = new Date(shop.clock.now())
    shop.clock.advance(1000)
    expect(await buy(browser, { free: true })).toMatchObject({ linkId: bob, at })
  })

  test('to the cart’s link, when the browser has cleared its data', async () => {
    const browser = open()
    await come(browser, 'ada')
    const cartId = newCartId()
    await hold(browser, cartId)
    browser.cookies = {}
    expect((await order(browser, cartId)).linkId).toBe(ada)
    const holds = await shop.context.db
      .selectFrom('tracking_holds')
      .selectAll()
      .where('cart_id', '=', cartId)
      .execute()
    expect(holds.map((row) => row.link_id)).toEqual([ada])
  })

  test('to the browser’s storage if nothing else exists, within 30 days', async () => {
    const now = shop.clock.now()
    const cases: [Record<string, unknown>, string | null][] = [
      [{ ref: 'ADA', timestamp: now - 29 * DAY }, ada],
      [{ ref: ada }, ada],
      [{ ref: 'ada', timestamp: now - 31 * DAY }, null],
      [{ ref: 'ada', timestamp: now + DAY }, ada],
      [{ ref: 'nobody', timestamp: now }, null],
      [{ ref: 'bricks', timestamp: now }, null],
      [{ utmSource: 'mail', timestamp: now }, null],
    ]
    for (const [tracking, linkId] of cases) {
      const bought = await buy(open(), { tracking })
      expect(bought).toMatchObject({ linkId, tracking })
      expect(bought.at?.getTime() ?? 0).toBeLessThanOrEqual(now)
    }
  })

  test('to the latest of cookie and storage', async () => {
    const browser = open()
    await come(browser, 'ada')
    const at = shop.clock.now()
    shop.clock.advance(60_000)
    expect((await buy(browser, { tracking: { ref: 'bob', timestamp: at - 1 } })).linkId).toBe(ada)
    expect((await buy(browser, { tracking: { ref: 'bob', timestamp: at + 1 } })).linkId).toBe(bob)
  })

  test('for 30 days by the cookie', async () => {
    const browser = open()
    await come(browser, 'ada')
    const kept = browser.cookies[TRACKING_COOKIE] ?? ''
    shop.clock.advance(30 * DAY)
    expect((await buy(browser)).linkId).toBe(ada)
    shop.clock.advance(1)
    browser.cookies[TRACKING_COOKIE] = kept
    expect((await buy(browser)).linkId).toBeNull()
  })

  test('to an earlier link when the last was turned off', async () => {
    const { db } = shop.context
    const short = await insertLink(db, { promoterId: shop.promoterId, memberId: null, code: 'short' })
    const browser = open()
    await come(browser, 'ada')
    const cartId = newCartId()
    await hold(browser, cartId)
    shop.clock.advance(1000)
    await come(browser, 'short')
    await db.updateTable('tracking_links').set({ is_active: false }).where('id', '=', short).execute()
    expect((await order(browser, cartId)).linkId).toBe(ada)
  })

  test('to no link of the buyer', async () => {
    const { id, email, cookies, bearer } = await openCustomer(shop)
    const own = await insertLink(shop.context.db, { promoterId: shop.promoterId, memberId: id, code: 'own' })
    const browser = open()
    await come(browser, 'own')
    expect((await buy(browser, { email: email.toUpperCase() })).linkId, 'the address').toBeNull()
    const kept = { ...browser.cookies }
    browser.cookies = { ...kept, customer_refresh_token: cookies['customer_refresh_token'] ?? '' }
    expect((await buy(browser)).linkId, 'the session').toBeNull()
    browser.cookies = kept
    browser.bearer = bearer
    expect((await buy(browser)).linkId, 'the token').toBeNull()
    browser.bearer = undefined
    expect((await buy(browser)).linkId, 'somebody else').toBe(own)
  })

  test('once: the same key returns the same order, whatever was visited since', async () => {
    const browser = open()
    await come(browser, 'ada')
    const cartId = newCartId()
    await hold(browser, cartId)
    const key = randomUUID()
    const body = { cartId, customer: CUSTOMER, expectedTotal: 25 }
    const first = await browser.ask<{ order: { id: string } }>('POST', '/api/public/checkout', { body, key })
    shop.clock.advance(1000)
    await come(browser, 'bob')
    const again = await browser.ask<{ order: { id: string } }>('POST', '/api/public/checkout', { body, key })
    expect(again.data.order.id).toBe(first.data.order.id)
    expect((await findLinkOf(first.data.order.id)).linkId).toBe(ada)
  })
})

describe('a forged cookie is ignored', () => {
  test.each([
    ['another link', (value: string) => value.replace(/^[\da-f]{32}/, bob.replaceAll('-', ''))],
    [
      'another time',
      (value: string) =>
        value.replace(/(?<=^[\da-f]{64})[\da-z]+/, (time) => (Number.parseInt(time, 36) - 1).toString(36)),
    ],
    ['no signature', (value: string) => value.split('.')[0] ?? ''],
    ['another signature', (value: string) => value.replace(/.{43}$/, 'A'.repeat(43))],
    ['nonsense', () => '%%%'],
    ['nothing', () => ''],
  ])('%s', async (_, forge) => {
    const browser = open()
    await come(browser, 'ada')
    browser.cookies[TRACKING_COOKIE] = forge(browser.cookies[TRACKING_COOKIE] ?? '')
    expect((await buy(browser)).linkId).toBeNull()
  })
})

describe('a cart', () => {
  test('keeps its promoter’s last link, and each link counts the hold once', async () => {
    const browser = open()
    const cartId = newCartId()
    await come(browser, 'ada')
    await hold(browser, cartId)
    await hold(browser, cartId, [ticketTypeId, freeTypeId])
    shop.clock.advance(1000)
    await come(browser, 'bob')
    await hold(browser, cartId)
    const { db } = shop.context
    const cart = await db
      .selectFrom('carts')
      .select('tracking_link_id')
      .where('id', '=', cartId)
      .executeTakeFirst()
    expect(cart?.tracking_link_id).toBe(bob)
    const holds = await db
      .selectFrom('tracking_holds')
      .select('link_id')
      .where('cart_id', '=', cartId)
      .execute()
    expect(holds.map((row) => row.link_id).toSorted()).toEqual([ada, bob].toSorted())
  })

  test('ignores an older visit', async () => {
    const browser = open()
    const cartId = newCartId()
    await come(browser, 'ada')
    const older = { ...browser.cookies }
    shop.clock.advance(1000)
    await come(browser, 'bob')
    await hold(browser, cartId)
    browser.cookies = older
    await hold(browser, cartId, [ticketTypeId, freeTypeId])
    const cart = await shop.context.db
      .selectFrom('carts')
      .select('tracking_link_id')
      .where('id', '=', cartId)
      .executeTakeFirst()
    expect(cart?.tracking_link_id).toBe(bob)
  })

  test('of another promoter’s tickets ignores the link', async () => {
    const browser = open()
    await browser.ask('POST', '/api/tracking-links/bricks/click', { body: {}, host: 'localhost' })
    const cartId = newCartId()
    await hold(browser, cartId)
    const cart = await shop.context.db
      .selectFrom('carts')
      .select('tracking_link_id')
      .where('id', '=', cartId)
      .executeTakeFirst()
    expect(cart?.tracking_link_id).toBeNull()
  })

  test('on the main site uses each promoter’s own last link', async () => {
    const browser = openBrowser(shop, { userAgent: FIREFOX, host: 'localhost' })
    await come(browser, 'ada')
    shop.clock.advance(1000)
    await come(browser, 'bricks')
    expect((await buy(browser)).linkId).toBe(ada)
  })
})
