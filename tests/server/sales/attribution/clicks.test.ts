import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TRACKING_COOKIE } from '#contracts/platform/cookies.ts'
import type { Answer, Asking } from '#tests/support/ask.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { FIREFOX, insertLink } from '#tests/support/links.ts'
import { insertMember, newAddress, openCustomer } from '#tests/support/people.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

type Counted = { trackingLinkId: string; counted: boolean }

let shop: Shop
let linkId: string

beforeAll(async () => {
  shop = await openShop()
  const { promoterId } = shop
  const { db } = shop.context
  const member = await openCustomer(shop, { userAgent: FIREFOX })
  await insertMember(db, { promoterId, accountId: member.id, role: 'sales' })
  linkId = await insertLink(db, { promoterId, memberId: member.id, code: 'Ada-1' })
  await insertLink(db, { promoterId, memberId: member.id, code: 'off', isActive: false })
  const other = await insertPromoter(db, 'Brickworks')
  await insertLink(db, { promoterId: other, memberId: null, code: 'bricks' })
  await shop.context.sites.reload()
})
afterAll(() => shop.close())

const click = (reference: string, request: Asking = {}): Promise<Answer<Counted>> =>
  shop.ask<Counted>('POST', `/api/tracking-links/${reference}/click`, {
    body: {},
    userAgent: FIREFOX,
    ...request,
  })
const countClicks = async (): Promise<number> =>
  (
    await shop.context.db
      .selectFrom('tracking_clicks')
      .select('visitor')
      .where('link_id', '=', linkId)
      .execute()
  ).length

describe('a click', () => {
  test('is found by code, however it is written, and by id, and counts once for a visitor and day', async () => {
    const address = newAddress()
    const before = await countClicks()
    for (const reference of ['ADA-1', 'ada-1', linkId, linkId.toUpperCase()]) {
      const answer = await click(reference, { address })
      expect(answer.status).toBe(200)
      expect(answer.data.trackingLinkId).toBe(linkId)
    }
    expect(await countClicks()).toBe(before + 1)
    shop.clock.advance(86_400_000)
    expect((await click('ada-1', { address })).data.counted).toBe(true)
    expect((await click('ada-1', { address })).data.counted).toBe(false)
  })

  test('counts once under concurrency', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 12 }, () => click('ada-1', { address })))
    expect(answers.filter(({ data }) => data.counted)).toHaveLength(1)
  })

  test('needs no body, and stores the campaign', async () => {
    const bare = await click('ada-1', { address: newAddress(), body: undefined })
    expect([bare.status, bare.data.counted]).toEqual([200, true])
    const address = newAddress()
    await click('ada-1', { address, body: { ref: 'ada-1', utmSource: 'poster', timestamp: 5 } })
    const { source, device } = await shop.context.db
      .selectFrom('tracking_clicks')
      .select(['source', 'device'])
      .where('source', '<>', '')
      .executeTakeFirstOrThrow()
    expect([source, device]).toEqual(['poster', 'Firefox on Linux'])
  })

  test('stores no address, and no common value for two links or days', async () => {
    const address = newAddress()
    const second = await insertLink(shop.context.db, {
      promoterId: shop.promoterId,
      memberId: null,
      code: 'second',
    })
    await click('ada-1', { address })
    await click(second, { address })
    shop.clock.advance(86_400_000)
    await click('ada-1', { address })
    const rows = await shop.context.db.selectFrom('tracking_clicks').selectAll().execute()
    expect(new Set(rows.map(({ visitor }) => visitor.toString('hex'))).size).toBe(rows.length)
    expect(JSON.stringify(rows)).not.toContain(address)
  })

  test.each([
    [
      'a search engine',
      { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    ['a preview of a messenger', { userAgent: 'WhatsApp/2.23.20.0' }],
    ['a program', { userAgent: 'curl/8.5.0' }],
    ['nobody who says what it is', { userAgent: '' }],
  ])('of %s is not counted', async (_, request) => {
    const answer = await click('ada-1', { address: newAddress(), ...request })
    expect([answer.status, answer.data.counted]).toEqual([200, false])
  })

  test.each(['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip'])(
    'prefetched with %s is no visit',
    async (purpose) => {
      const answer = await click('ada-1', { address: newAddress(), purpose })
      expect([answer.data.counted, answer.cookies[TRACKING_COOKIE]]).toEqual([false, undefined])
    },
  )

  test('of the link’s own member is no visit: by token, cookie or session', async () => {
    const own = await openCustomer(shop)
    await insertLink(shop.context.db, { promoterId: shop.promoterId, memberId: own.id, code: 'own' })
    const { bearer, cookies } = own
    const { customer_refresh_token: refresh = '', customer_access_token: access = '' } = cookies
    const ways: Asking[] = [
      { bearer },
      { cookies: { customer_access_token: access } },
      { cookies: { customer_refresh_token: refresh } },
    ]
    for (const who of ways) {
      const answer = await click('own', { address: newAddress(), ...who })
      expect([answer.data.counted, answer.cookies[TRACKING_COOKIE]]).toEqual([false, undefined])
    }
    const somebody = await openCustomer(shop)
    const answer = await click('own', { address: newAddress(), bearer: somebody.bearer })
    expect(answer.data.counted).toBe(true)
  })

  test('of an inactive link redirects without counting', async () => {
    const answer = await click('off', { address: newAddress() })
    expect([answer.status, answer.data.counted, answer.cookies[TRACKING_COOKIE]]).toEqual([
      200,
      false,
      undefined,
    ])
  })

  test('belongs to the site’s promoter; the main site has all', async () => {
    for (const reference of ['bricks', 'nobody', randomUUID()])
      expect((await click(reference)).error.code).toBe('NOT_FOUND')
    expect((await click('bricks', { host: 'localhost' })).status).toBe(200)
    expect((await click('bricks', { host: 'brickworks.localhost' })).status).toBe(200)
    expect((await click('ada-1', { host: 'nobody.example' })).error.code).toBe('NOT_FOUND')
  })

  test('is rate limited per network', async () => {
    const address = newAddress()
    await shop.context.db
      .insertInto('rate_limits')
      .values({ key: `click_network:${address}`, points: 3000, expire: Date.now() + 900_000 })
      .execute()
    expect((await click('ada-1', { address })).error.code).toBe('RATE_LIMITED')
  })
})
