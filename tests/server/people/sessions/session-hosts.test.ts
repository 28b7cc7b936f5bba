import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionSummary } from '#contracts/account/sessions.ts'
import { insertMember, openBrowser, openCustomer, signInOn, type Browser } from '#tests/support/people.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

/** Domain of another promoter, who could point it to their own server and collect tokens. */
const THEIR_HOST = 'nordlys.localhost'
const ME = '/api/auth/customer/me'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await insertPromoter(shop.context.db, 'Nordlys')
  await shop.context.sites.reload()
})
afterAll(() => shop.close())

/** Replays a browser's tokens on another host. */
const replay = (browser: Browser, host: string): Browser =>
  Object.assign(openBrowser(shop, { host }), { bearer: browser.bearer, cookies: { ...browser.cookies } })

test('a session is valid on its host only, in any spelling', async () => {
  const { email } = await openCustomer(shop)
  const browser = await signInOn(shop, THEIR_HOST, email)
  for (const host of [THEIR_HOST, `${THEIR_HOST}:4321`, 'NORDLYS.localhost.'])
    expect([host, (await browser.ask('GET', ME, { host })).status]).toEqual([host, 200])
  for (const host of [shop.host, 'localhost', 'unknown.example'])
    expect([host, (await browser.ask('GET', ME, { host })).status]).toEqual([host, 401])
})

test('a refresh token on another host is refused and stays valid on its own', async () => {
  const { email } = await openCustomer(shop)
  const browser = await signInOn(shop, THEIR_HOST, email)
  for (const host of [shop.host, 'localhost'])
    expect((await replay(browser, host).refresh()).error.code).toBe('SESSION_ENDED')
  expect((await browser.refresh()).status).toBe(200)
})

test('a session on a promoter’s domain gives no access to another promoter', async () => {
  const owner = await openCustomer(shop)
  const { promoterId } = shop
  await insertMember(shop.context.db, { promoterId, accountId: owner.id, role: 'owner' })
  expect((await owner.ask('GET', '/api/domains')).status).toBe(200)
  const browser = await signInOn(shop, THEIR_HOST, owner.email)
  expect((await browser.ask('GET', '/api/domains', { host: shop.host })).status).toBe(401)
  expect((await browser.ask('GET', '/api/domains', { host: 'localhost', promoter: promoterId })).status).toBe(
    401,
  )
  expect((await browser.ask('GET', '/api/domains', { promoter: promoterId })).status).toBe(403)
  expect((await browser.ask('GET', '/api/domains')).status).toBe(403)
})

test('the list of sessions shows each host', async () => {
  const customer = await openCustomer(shop)
  const { email } = customer
  await signInOn(shop, THEIR_HOST, email)
  const { data } = await customer.ask<{ sessions: SessionSummary[] }>('GET', '/api/auth/customer/sessions')
  expect(new Map(data.sessions.map(({ host, isCurrent }) => [host, isCurrent]))).toEqual(
    new Map([
      [shop.host, true],
      [THEIR_HOST, false],
    ]),
  )
})
