import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serializeSiteSettings, parseSiteSettings } from '#model/sites/sites.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let nordlysId: string

beforeAll(async () => {
  shop = await openShop()
  nordlysId = await insertPromoter(shop.context.db, 'Nordlys')
  await shop.context.sites.reload()
})
afterAll(() => shop.close())

const resolve = (domain: string) =>
  shop.ask('GET', `/api/public/domains/resolve?domain=${encodeURIComponent(domain)}`)
const force = (query: Record<string, string>, host = shop.host) =>
  shop.ask('GET', `/api/domains/force-settings?${new URLSearchParams(query)}`, { host })
const cookiesOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    headers
      .getSetCookie()
      .map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1)]),
  )

describe('§7: GET /api/public/domains/resolve', () => {
  test.each(['aurora.localhost', 'AURORA.localhost.', 'aurora.localhost:4321'])(
    '%s is a storefront',
    async (domain) => {
      const { status, headers, data } = await resolve(domain)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(data).toMatchObject({ userId: shop.promoterId, settings: { siteName: 'Aurora' } })
    },
  )

  test('an internal host is the main site, and no promoter’s', async () => {
    expect((await resolve('localhost')).data).toMatchObject({ userId: null, settings: { siteName: 'Foyer' } })
  })

  test.each([
    'nobody.example',
    'evil-aurora.localhost',
    'aurora.localhost.example',
    'a b',
    '../',
    'ünknown.example',
  ])('“%s” is an unsuccessful result', async (domain) => {
    const { status, success, error } = await resolve(domain)
    expect([status, success, error.code]).toEqual([404, false, 'NOT_FOUND'])
  })

  test('a name may be in Unicode', async () => {
    await shop.context.db
      .insertInto('hosts')
      .values({ host: 'xn--mnchen-3ya.example', promoter_id: nordlysId, verified_at: new Date() })
      .execute()
    await shop.context.sites.reload()
    expect((await resolve('München.example')).data).toMatchObject({ userId: nordlysId })
  })

  test('requires a domain', async () => {
    expect((await shop.ask('GET', '/api/public/domains/resolve')).status).toBe(422)
    expect((await resolve(' ')).status).toBe(422)
  })
})

describe('§7, §9: GET /api/domains/force-settings', () => {
  test('sets the three cookies for a day, for scripts to read', async () => {
    const { data, headers } = await force({ domain: shop.host, userId: shop.promoterId })
    expect(data).toMatchObject({ userId: shop.promoterId, settings: { siteName: 'Aurora' } })
    const ATTRIBUTES = 'Max-Age=86400; Path=/; SameSite=Lax'
    const { settings } = shop.context.sites.resolve(shop.host)
    expect(cookiesOf(headers)).toEqual({
      'x-custom-domain': `${shop.host}; ${ATTRIBUTES}`,
      'x-custom-domain-user-id': `${shop.promoterId}; ${ATTRIBUTES}`,
      'x-custom-domain-settings': `${encodeURIComponent(serializeSiteSettings(settings))}; ${ATTRIBUTES}`,
    })
    expect(parseSiteSettings(JSON.parse(serializeSiteSettings(settings)))?.primaryColor).toBe('#4f46e5')
  })

  test('userId may be left out, and must otherwise be the domain’s', async () => {
    expect((await force({ domain: shop.host })).status).toBe(200)
    const queries: Record<string, string>[] = [
      { domain: shop.host, userId: nordlysId },
      { domain: 'localhost', userId: nordlysId },
      { domain: 'nobody.example' },
    ]
    for (const query of queries) {
      const refused = await force(query)
      expect([refused.status, refused.error.code, refused.headers.getSetCookie()]).toEqual([
        404,
        'NOT_FOUND',
        [],
      ])
    }
  })

  test('stores no cookies for another host than the current one', async () => {
    const { status, headers } = await force({ domain: 'nordlys.localhost', userId: nordlysId })
    expect([status, headers.getSetCookie()]).toEqual([200, []])
    expect((await force({ domain: 'localhost' })).headers.getSetCookie()).toEqual([])
    expect((await force({ domain: shop.host }, 'localhost')).headers.getSetCookie()).toEqual([])
  })

  test('on the main site, cookies name no promoter, and an earlier one is cleared', async () => {
    const cookies = cookiesOf((await force({ domain: 'localhost' }, 'localhost')).headers)
    expect(cookies['x-custom-domain']).toMatch(/^localhost; Max-Age=86400/)
    expect(cookies['x-custom-domain-user-id']).toMatch(/^; Max-Age=0/)
  })
})
