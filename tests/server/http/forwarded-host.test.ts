import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'

let trusting: Door
let wary: Door
let seen: { url: string; headers: Headers; site: App.Locals['site'] } | undefined

const renderPage = async (request: Request, { site }: App.Locals): Promise<Response> => {
  seen = { url: request.url, headers: request.headers, site }
  return new Response('a page')
}

beforeAll(async () => {
  trusting = await openFrontDoor({ renderPage, environment: { TRUSTED_PROXIES: '127.0.0.1' } })
  wary = await openFrontDoor({ renderPage, beside: trusting, environment: { TRUSTED_PROXIES: '127.0.0.9' } })
})
afterAll(async () => {
  await wary.close()
  await trusting.close()
})
beforeEach(() => {
  seen = undefined
})

const forwarded = (host: string) => ({ 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'https' })
const INNER = '10.1.2.3:4321'

test('a trusted proxy’s forwarded host counts, in pages and the API', async () => {
  await trusting.send({ host: INNER, path: '/cart', headers: forwarded('aurora.localhost') })
  expect(seen).toMatchObject({ url: 'https://aurora.localhost/cart', site: { kind: 'storefront' } })
  expect(seen?.headers.get('host')).toBe('aurora.localhost')
  expect(seen?.headers.get('x-forwarded-host')).toBeNull()
  const listed = await trusting.send({
    host: INNER,
    path: '/api/public/events',
    headers: forwarded('aurora.localhost'),
  })
  expect(JSON.parse(listed.text).data.events).toHaveLength(1)
})

test('only the last of several values is the proxy’s', async () => {
  await trusting.send({ host: INNER, path: '/cart', headers: forwarded('localhost, aurora.localhost:8443') })
  expect(seen?.url).toBe('https://aurora.localhost:8443/cart')
  await trusting.send({ host: INNER, path: '/cart', headers: forwarded('aurora.localhost, nobody.example') })
  expect(seen?.site.kind).toBe('unknown')
})

test('other clients’ forwarded host is ignored', async () => {
  await wary.send({ host: 'localhost', path: '/cart', headers: forwarded('aurora.localhost') })
  expect(seen).toMatchObject({ url: 'http://localhost/cart', site: { kind: 'main' } })
  expect(seen?.headers.get('x-forwarded-host')).toBeNull()
})

test.each(['a b', 'aurora..localhost', 'user@aurora.localhost', '1.2.3.999'])(
  '“%s” is no host',
  async (host) => {
    expect((await trusting.send({ host: INNER, path: '/', headers: forwarded(host) })).status).toBe(400)
    expect(seen).toBeUndefined()
  },
)

test('a form’s origin is compared with the browser’s host', async () => {
  const post = (origin: string) =>
    trusting.send({
      method: 'POST',
      host: INNER,
      path: '/cart',
      body: 'a=1',
      headers: { ...forwarded('aurora.localhost'), Origin: origin },
    })
  expect((await post('https://aurora.localhost')).status).toBe(200)
  expect((await post(`https://${INNER}`)).status).toBe(403)
})
