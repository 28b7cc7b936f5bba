import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertProvenHost } from '#tests/support/domains.ts'
import { openFrontDoor, type Door, type RawAnswer } from '#tests/support/front-door.ts'

/** A node that starts while the hosts can't be read. */
let beside: Door
let door: Door
let release: () => Promise<void>
let seen: { path: string; locals: App.Locals }[] = []

const codeOf = (answer: RawAnswer): unknown => JSON.parse(answer.text).error?.code

beforeAll(async () => {
  beside = await openFrontDoor()
  const { promoterId } = beside.stage
  await insertProvenHost(beside.context.db, { promoterId, host: 'aurora.example', isCanonical: true })
  await insertProvenHost(beside.context.db, { promoterId, host: 'www.aurora.example', isCanonical: false })
  const transaction = await beside.context.db.startTransaction().execute()
  await sql`lock table hosts in access exclusive mode`.execute(transaction)
  release = () => transaction.commit().execute()
  door = await openFrontDoor({
    beside,
    isImpatient: true,
    serveFile: (_request, response, path) => {
      if (path !== '/file.txt') return false
      response.end('a file')
      return true
    },
    renderPage: async (request, locals) => {
      seen.push({ path: new URL(request.url).pathname, locals })
      return new Response('a page')
    },
  })
})
afterAll(async () => {
  await door.close()
  await beside.close()
})
beforeEach(() => {
  seen = []
})

describe('until the hosts have been read', () => {
  test('a storefront’s page is the loading page', async () => {
    const paths = ['/', '/events/night-shift', '/cart?a=1', '/site.css?v=1']
    await Promise.all(paths.map((path) => door.send({ path })))
    expect(seen).toHaveLength(4)
    for (const { path, locals } of seen) {
      expect(path).toBe('/loading-site')
      expect(locals).toMatchObject({ isLoading: true, site: { kind: 'unknown', host: 'aurora.localhost' } })
    }
  })

  test('it waits for 800 ms before it says so, and nobody keeps the answer', async () => {
    const startedAt = performance.now()
    const answer = await door.send({ path: '/' })
    expect(performance.now() - startedAt).toBeGreaterThan(790)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('the API responds UNAVAILABLE with Retry-After', async () => {
    const paths = ['/api/public/events', '/api/public/domains/resolve?domain=aurora.localhost']
    for (const answer of await Promise.all(paths.map((path) => door.send({ path })))) {
      expect([answer.status, codeOf(answer), answer.headers.get('retry-after')]).toEqual([
        503,
        'UNAVAILABLE',
        '1',
      ])
    }
    const calls = ['public/domains/resolve', 'domains/tls-allowed']
    const askOfOther = (call: string) =>
      door.send({ host: 'localhost', path: `/api/${call}?domain=aurora.localhost` })
    for (const answer of await Promise.all(calls.map(askOfOther)))
      expect([answer.status, codeOf(answer)]).toEqual([503, 'UNAVAILABLE'])
  })

  test('a form is refused, not sent to another site', async () => {
    const answer = await door.send({ method: 'POST', path: '/cart', body: 'a=1' })
    expect([answer.status, codeOf(answer), seen]).toEqual([503, 'UNAVAILABLE', []])
  })

  test('what needs no storefront is there: the main site, files, staff’s pages', async () => {
    expect((await door.send({ host: 'localhost', path: '/cart' })).text).toBe('a page')
    expect((await door.send({ path: '/file.txt' })).text).toBe('a file')
    await door.send({ path: '/account/staff/earnings' })
    expect(seen.map(({ path, locals }) => [path, locals.isLoading])).toEqual([
      ['/cart', undefined],
      ['/account/staff/earnings', undefined],
    ])
    expect(seen[1]?.locals.site.settings.siteName).toBe('Staff Portal')
  })

  test('API calls of staff pages wait: their promoter is the host’s', async () => {
    const answer = await door.send({ path: '/api/public/staff/assignments' })
    expect([answer.status, codeOf(answer)]).toEqual([503, 'UNAVAILABLE'])
  })

  test('the node is live, but not ready', async () => {
    expect((await door.send({ path: '/healthz' })).status).toBe(200)
    const ready = await door.send({ path: '/readyz' })
    expect([ready.status, ready.text]).toEqual([503, 'no sites\n'])
  })

  test('a waiting request gets the actual page once they are loaded', async () => {
    const waiting = door.send({ path: '/cart' })
    const elsewhere = door.send({ path: '/cart', host: 'www.aurora.example' })
    await door.context.sites.whenReady(1)
    await release()
    await waiting
    expect((await elsewhere).headers.get('location')).toBe('http://aurora.example/cart')
    expect(seen).toMatchObject([{ path: '/cart', locals: { site: { kind: 'storefront' } } }])
    expect((await door.send({ path: '/readyz' })).status).toBe(200)
    expect(
      codeOf(await door.send({ path: '/api/public/domains/resolve?domain=aurora.localhost' })),
    ).toBeUndefined()
  })
})

describe('staff’s paths', () => {
  test('wear the portal’s look on a storefront, and stay its promoter’s', async () => {
    await door.send({ path: '/account/staff' })
    await door.send({ path: '/cart' })
    const [staff, cart] = seen.map(({ locals }) => locals.site)
    expect(staff).toMatchObject({
      kind: 'storefront',
      promoterId: door.stage.promoterId,
      settings: { siteName: 'Staff Portal', primaryColor: '#4338ca', customCss: '' },
    })
    expect(cart?.settings.siteName).toBe('Aurora')
  })
})
