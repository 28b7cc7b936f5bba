import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TRACKING_COOKIE } from '#contracts/platform/cookies.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { insertProvenHost } from '#tests/support/domains.ts'
import { openFrontDoor, type Door, type RawAnswer } from '#tests/support/front-door.ts'
import { FIREFOX, insertLink } from '#tests/support/links.ts'
import { newAddress } from '#tests/support/people.ts'

const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
const CANONICAL = 'aurora.example'
const ALIAS = 'www.aurora.example'

let door: Door
let rendered: string[] = []
let linkId: string

beforeAll(async () => {
  door = await openFrontDoor({
    clock,
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    renderPage: (request) => {
      rendered.push(new URL(request.url).pathname)
      const headers = { 'content-type': 'text/html', 'set-cookie': 'own=1' }
      const isPublic = /^\/($|events)/.test(new URL(request.url).pathname)
      return Promise.resolve(new Response('<p>a page', isPublic ? {} : { headers }))
    },
  })
  const { db, sites } = door.context
  const { promoterId } = door.stage
  await insertProvenHost(db, { promoterId, host: CANONICAL, isCanonical: true })
  await insertProvenHost(db, { promoterId, host: ALIAS, isCanonical: false })
  await sites.reload()
  linkId = await insertLink(db, { promoterId, memberId: null, code: 'ada' })
})
afterAll(() => door.close())
beforeEach(() => {
  clock.advance(600_000)
  rendered = []
})

const visit = (path: string, more: Record<string, string> = {}, host = CANONICAL): Promise<RawAnswer> =>
  door.send({
    path,
    host,
    headers: { 'user-agent': FIREFOX, 'x-forwarded-for': newAddress(), ...more },
  })
const cookieOf = ({ headers }: RawAnswer): string | undefined =>
  headers
    .getSetCookie()
    .find((each) => each.startsWith(TRACKING_COOKIE))
    ?.split(';')[0]
const countClicks = async (): Promise<number> =>
  (await door.context.db.selectFrom('tracking_clicks').select('visitor').execute()).length

describe('a page requested with ref, without JavaScript', () => {
  test('comes from the cache with a cookie of its own visitor, and the click counts once', async () => {
    const before = await countClicks()
    await visit('/events/night-shift')
    const address = newAddress()
    for (const path of ['/events/night-shift?ref=ADA', '/events/night-shift?utm_source=x&ref=ada']) {
      const answer = await visit(path, { 'x-forwarded-for': address })
      expect([answer.status, answer.text]).toEqual([200, '<p>a page'])
      expect(cookieOf(answer)).toMatch(/^tracking_links=[\w.-]+$/)
      expect(answer.headers.getSetCookie()[0]).toMatch(/Max-Age=2592000.*HttpOnly.*SameSite=Lax/)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    }
    expect(await countClicks()).toBe(before + 1)
    expect(rendered, 'one page for all of them').toEqual(['/events/night-shift'])
    const plain = await visit('/events/night-shift')
    expect(plain.headers.getSetCookie()).toEqual([])
    expect(plain.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  })

  test('gets the cookie with a 304 too', async () => {
    const etag = (await visit('/')).headers.get('etag') ?? ''
    const answer = await visit('/?ref=ada', { 'if-none-match': etag })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([304, 'private, no-cache'])
    expect(cookieOf(answer)).toBeDefined()
  })

  test('keeps the page’s own cookies', async () => {
    const answer = await visit('/cart?ref=ada')
    expect(answer.headers.getSetCookie().map((each) => each.split('=')[0])).toEqual([TRACKING_COOKIE, 'own'])
  })

  test.each([
    ['a link that nobody has', '/?ref=nobody', {}],
    ['a prefetch', '/?ref=ada', { 'sec-purpose': 'prefetch' }],
    ['an older browser’s prefetch', '/?ref=ada', { purpose: 'prefetch' }],
    ['a picture or a frame on somebody’s page', '/?ref=ada', { 'sec-fetch-dest': 'image' }],
    ['a call', '/api/public/events?ref=ada', {}],
    ['a file', '/site.css?ref=ada', {}],
  ])('counts nothing for %s', async (_, path, headers) => {
    const before = await countClicks()
    expect(cookieOf(await visit(path, headers))).toBeUndefined()
    expect(await countClicks()).toBe(before)
  })

  test('is served also when the visit can’t be recorded', async () => {
    await door.context.db.schema.alterTable('tracking_clicks').renameTo('lost').execute()
    try {
      const answer = await visit('/?ref=ada')
      expect([answer.status, answer.text]).toEqual([200, '<p>a page'])
    } finally {
      await door.context.db.schema.alterTable('lost').renameTo('tracking_clicks').execute()
    }
  })
})

describe('between hosts', () => {
  const carried = (answer: RawAnswer): string =>
    new URL(answer.headers.get('location') ?? '').searchParams.get('_t') ?? ''

  async function leave(): Promise<RawAnswer> {
    const cookie = cookieOf(await visit('/?ref=ada')) ?? ''
    return visit('/cart?a=b', { cookie }, ALIAS)
  }

  test('a redirect passes the visit on, and the URL is cleaned', async () => {
    const left = await leave()
    expect(left.status).toBe(308)
    const address = left.headers.get('location') ?? ''
    expect(address).toMatch(/^http:\/\/aurora\.example\/cart\?a=b&_t=[\w.-]+$/)
    const arrived = await visit(address.replace('http://aurora.example', ''))
    expect([arrived.status, arrived.headers.get('location')]).toEqual([303, 'http://aurora.example/cart?a=b'])
    expect(arrived.headers.get('cache-control')).toBe('no-store')
    const cookies = { [TRACKING_COOKIE]: cookieOf(arrived)?.split('=')[1] ?? '' }
    expect(door.context.tracking.readCookie({ cookies }, clock.now()).map((each) => each.linkId)).toEqual([
      linkId,
    ])
  })

  test('nothing is added without a visit', async () => {
    const answer = await visit('/cart?a=b', {}, ALIAS)
    expect(answer.headers.get('location')).toBe('http://aurora.example/cart?a=b')
  })

  test('forged, old and foreign values are ignored and removed', async () => {
    const good = carried(await leave())
    const cases: [string, string, string?][] = [
      ['forged', good.replace(/.{43}$/, 'A'.repeat(43))],
      ['nonsense', 'x'],
      ['empty', ''],
      ['another host’s', good, 'aurora.localhost'],
    ]
    for (const [name, value, host = CANONICAL] of cases) {
      const answer = await visit(`/?q=1&_t=${value}&x`, {}, host)
      expect([name, answer.status, answer.headers.get('location')]).toEqual([
        name,
        303,
        `http://${host}/?q=1&x`,
      ])
      expect(cookieOf(answer)).toBeUndefined()
    }
    expect(cookieOf(await visit(`/?_t=${good}`))).toBeDefined()
    clock.advance(5 * 60_000 + 1)
    expect(cookieOf(await visit(`/?_t=${good}`)), 'old').toBeUndefined()
  })

  test.each([
    ['//evil.example/?_t=x', 'http://aurora.example//evil.example/'],
    ['/?%5Ft=x&ref=ada', 'http://aurora.example/?ref=ada'],
    ['/?_t=a&_t=b', 'http://aurora.example/'],
  ])('%s redirects to %s: on this site, without a loop', async (path, location) => {
    const answer = await visit(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
  })
})
