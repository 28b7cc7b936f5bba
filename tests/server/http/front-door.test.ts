import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setReadOnly } from '#tests/support/read-only.ts'
import { exchange, openFrontDoor, type Door, type RawAnswer } from '#tests/support/front-door.ts'

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
}
const JSON_BODY = { 'Content-Type': 'application/json' }

/** Fails after the first half has arrived. */
let halfArrived = Promise.withResolvers<void>()
const brokenHalfWay = (): ReadableStream => {
  const pieces = ['half a page']
  return new ReadableStream({
    pull: async (stream) => {
      const piece = pieces.shift()
      if (piece !== undefined) return stream.enqueue(new TextEncoder().encode(piece))
      await halfArrived.promise
      stream.error(new Error('A secret of the page'))
    },
  })
}

const codeOf = (answer: RawAnswer): unknown => JSON.parse(answer.text).error.code

let seen: Request | undefined
let door: Door

beforeAll(async () => {
  door = await openFrontDoor({
    environment: { TRUSTED_PROXIES: '127.0.0.9' },
    serveFile: (_request, response, path) => {
      if (path !== '/file.txt') return false
      response.end('a file')
      return true
    },
    renderPage: async (request, { requestId }) => {
      seen = request
      const { pathname } = new URL(request.url)
      if (pathname === '/throws') throw new Error('A secret of the page')
      const body = pathname === '/breaks' ? brokenHalfWay() : 'a page'
      return new Response(body, { headers: { 'X-Seen-Request-Id': requestId } })
    },
  })
})
afterAll(() => door.close())
beforeEach(() => {
  seen = undefined
  door.logged.length = 0
})

describe('the host', () => {
  test.each([
    null,
    '',
    'a b',
    'aurora.localhost/',
    'user@aurora.localhost',
    'aurora..localhost',
    '.localhost',
    'aurora.localhost:port',
    'aurora.localhost:123456',
    'aurora.localhost:99999',
    '[::1',
    '[:::::]',
    '1.2.3.999',
    `${'a'.repeat(254)}`,
    'höst',
  ])('%j is refused first', async (host) => {
    for (const path of ['/', '/api/public/events', '/file.txt']) {
      const answer = await door.send({ host, path })
      expect(answer.status).toBe(400)
      expect(answer.text).not.toContain('a page')
    }
    expect(seen).toBeUndefined()
  })

  test.each(['aurora.localhost', 'aurora.localhost.', 'AURORA.localhost:4321', 'Aurora.LocalHost.:80'])(
    '%s is the storefront',
    async (host) => {
      const answer = await door.send({ host, path: '/api/public/events' })
      expect(JSON.parse(answer.text).data.events).toHaveLength(1)
    },
  )

  test.each(['localhost', '127.0.0.1', '[::1]:4321'])('%s is the main site', async (host) => {
    const answer = await door.send({ host, path: '/api/public/events' })
    expect(JSON.parse(answer.text).data.events).toHaveLength(1)
  })

  test.each(['nobody.localhost', 'aurora.localhost.example', 'evil-aurora.localhost', '10.0.0.1'])(
    '%s is unknown',
    async (host) => {
      const answer = await door.send({ host, path: '/api/public/events' })
      expect(JSON.parse(answer.text).data.events).toEqual([])
    },
  )

  test('two of them are none', async () => {
    const answer = await exchange(
      door.port,
      'GET / HTTP/1.1\r\nHost: aurora.localhost\r\nHost: nordlys.localhost\r\nConnection: close\r\n\r\n',
    )
    expect(answer.status).toBe(400)
    expect(seen).toBeUndefined()
  })
})

describe('the path', () => {
  test.each([
    '*',
    'http://elsewhere.example/',
    '/%',
    '/%ff',
    '/%00',
    '/events/a%00b',
    '/%0a',
    '/%0D',
    '/staff/%250a',
    '/cart%0a',
    '/%e2%80%a8',
    '/%e2%2580%25a9',
    '/%C2%85',
    '/%7f',
    '/events/%2500',
    '/events/%252500',
    '/events/%ED%A0%80',
    '/events/%25ed%25b0%2580',
    '/?q=%00',
    '/?q=a&place=%ed%a0%80',
    '/cart?a=%00',
    '/api/public/events?q=%00',
    '/api/public/events?%00=1',
    '/api/public/events?q=%ED%BF%BF',
    '/api/public/events/%2500',
  ])('%s is refused', async (path) => {
    const answer = await door.send({ path })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_REQUEST'])
    expect(seen).toBeUndefined()
  })

  test.each([
    '/cart?q=100%',
    '/cart?q=%2500',
    '/cart?q=%E2%82%AC',
    '/cart?a=?b=%ff',
    '/events/50%25',
    '/caf%C3%A9',
    '/%e2%80%94',
  ])('%s is unusual, but valid', async (path) => {
    expect((await door.send({ path })).text).toBe('a page')
    expect(seen?.url).toBe(`http://aurora.localhost:${door.port}${path}`)
  })

  test('files come first, then the API, then pages', async () => {
    expect((await door.send({ path: '/file.txt' })).text).toBe('a file')
    expect(codeOf(await door.send({ path: '/api' }))).toBe('NOT_FOUND')
    expect(codeOf(await door.send({ path: '/%61pi/nothing' }))).toBe('NOT_FOUND')
    expect((await door.send({ path: '/apiary' })).text).toBe('a page')
    expect((await door.send({ path: '/events/%C3%A9t%C3%A9?api=/api/' })).text).toBe('a page')
  })
})

describe('the origin of an unsafe request', () => {
  const own = 'http://aurora.localhost:4321'
  const ask = (method: string, headers: Record<string, string>) =>
    door.send({
      method,
      path: '/api/nothing',
      host: 'aurora.localhost:4321',
      headers: { ...JSON_BODY, ...headers },
      body: '{}',
    })

  const foreign: Record<string, string>[] = [
    { Origin: 'http://evil.example' },
    { Origin: 'null' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'none' },
    { Origin: '' },
    { Origin: 'http://aurora.localhost' },
    { Origin: 'https://aurora.localhost:4321' },
    { Origin: `${own}.evil.example` },
    { Origin: 'http://nordlys.localhost:4321' },
    { Origin: 'http://evil.example', 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]
  test.each(
    foreign.flatMap((headers) => ['POST', 'PUT', 'DELETE'].map((method) => [method, headers] as const)),
  )('%s with %j is refused', async (method, headers) => {
    const answer = await ask(method, headers)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'FORBIDDEN_ORIGIN'])
    expect(JSON.parse(answer.text)).toMatchObject({ success: false, error: { message: expect.any(String) } })
  })

  test('is asked of pages, and of methods that nobody knows', async () => {
    const headers = { Origin: 'http://evil.example' }
    expect((await door.send({ method: 'POST', path: '/checkout', headers })).status).toBe(403)
    expect((await door.send({ method: 'PATCH', path: '/checkout', headers })).status).toBe(403)
    expect(seen).toBeUndefined()
  })

  const trusted: Record<string, string>[] = [
    {},
    { Origin: own },
    { Origin: own, 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
  ]
  test.each(trusted)('%j is accepted', async (headers) => {
    expect((await ask('POST', headers)).status).toBe(404)
  })

  test.each(['GET', 'HEAD', 'OPTIONS'])('%s is harmless', async (method) => {
    const headers = { Origin: 'http://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await door.send({ method, path: '/api/public/events', headers })).status).not.toBe(403)
  })
})

describe('forwarded headers', () => {
  const forwarded = {
    'X-Forwarded-For': '203.0.113.7',
    'X-Forwarded-Host': 'nordlys.localhost',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Port': '443',
    Forwarded: 'host=nordlys.localhost;proto=https',
  }

  test('of a stranger change nothing, and nobody behind the door sees any', async () => {
    const answer = await door.send({ path: '/cart', headers: forwarded })
    expect(answer.headers.get('strict-transport-security')).toBeNull()
    const told = [seen?.url, ...(seen?.headers ?? [])].flat()
    expect(told.filter((text) => /forwarded|nordlys|203\.0|https/i.test(String(text)))).toEqual([])
    expect(seen?.url).toBe(`http://aurora.localhost:${door.port}/cart`)
    expect(seen?.headers.get('host')).toBe(`aurora.localhost:${door.port}`)

    const list = await door.send({
      path: '/api/public/events',
      host: 'nobody.localhost',
      headers: { 'X-Forwarded-Host': 'aurora.localhost' },
    })
    expect(JSON.parse(list.text).data.events).toEqual([])
  })

  test('of a proxy that is trusted say what the visitor’s browser used', async () => {
    const proxied = await openFrontDoor({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
    const headers = { ...JSON_BODY, Origin: 'https://aurora.localhost', 'X-Forwarded-Proto': 'https' }
    const request = { method: 'POST', path: '/api/nothing', host: 'aurora.localhost', body: '{}' }
    const secure = await proxied.send({ ...request, headers })
    expect(secure.status).toBe(404)
    expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
    // The proxy appends its value last; earlier ones may be forged.
    expect(
      (await proxied.send({ ...request, headers: { ...headers, 'X-Forwarded-Proto': 'https, http' } }))
        .status,
    ).toBe(403)
    await proxied.close()
  })

  test('over https, the main site’s names and all below them are held to it, a promoter’s name alone', async () => {
    const proxied = await openFrontDoor({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
    const headers = { 'X-Forwarded-Proto': 'https' }
    const hstsOf = async (host: string): Promise<string | null> =>
      (await proxied.send({ host, path: '/api/nothing', headers })).headers.get('strict-transport-security')
    expect(await hstsOf('localhost')).toBe('max-age=31536000; includeSubDomains')
    expect(await hstsOf('aurora.localhost')).toBe('max-age=31536000')
    expect(await hstsOf('nobody.localhost')).toBe('max-age=31536000')
    await proxied.close()
  })
})

describe('every answer', () => {
  test.each([
    ['a page', { path: '/cart' }],
    ['a page that takes no such method', { method: 'PUT', path: '/cart' }],
    ['a file', { path: '/file.txt' }],
    ['an answer of the API', { path: '/api/public/events' }],
    ['an unknown path of the API', { path: '/api/nothing' }],
    ['a refused host', { host: 'a b' }],
    ['a refused origin', { method: 'POST', headers: { Origin: 'null' } }],
    ['health', { path: '/healthz' }],
    ['a page that broke', { path: '/throws' }],
  ])('carries the headers that protect it: %s', async (_what, request) => {
    const { headers } = await door.send(request)
    expect(Object.fromEntries(headers)).toMatchObject(SECURITY)
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(headers.get('connection')).toBe('close')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
  })

  test('has a request id that the page knows too', async () => {
    const path = '/cart'
    const [one, other] = [
      await door.send({ path }),
      await door.send({ path, headers: { 'X-Request-Id': 'mine' } }),
    ]
    expect(one.headers.get('x-seen-request-id')).toBe(one.headers.get('x-request-id'))
    expect(other.headers.get('x-request-id')).not.toBe('mine')
    expect(other.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'))
  })
})

describe('a page that breaks', () => {
  test.each(['/throws'])('%s: is answered 500 without its reason, and logged', async (path) => {
    const answer = await door.send({ path })
    expect([answer.status, codeOf(answer)]).toEqual([500, 'INTERNAL_ERROR'])
    expect(answer.text).not.toMatch(/secret|\bat .*:\d+|\.ts/)
    expect(door.logged).toMatchObject([
      {
        level: 50,
        requestId: answer.headers.get('x-request-id'),
        path,
        // The reason was logged by the middleware; other errors are in Astro's log.
        err: { message: 'Astro could not render the page.' },
      },
    ])
    expect((await door.send({})).text).toBe('a page')
  })

  test('half way aborts the connection, so that the browser detects it', async () => {
    halfArrived = Promise.withResolvers()
    const text = `GET /breaks HTTP/1.1\r\nHost: aurora.localhost\r\nConnection: close\r\n\r\n`
    const answer = await exchange(door.port, text, (soFar) => {
      if (soFar.includes('half a page')) halfArrived.resolve()
    })
    expect(answer.text).toBe('half a page')
    // A complete response ends with an empty chunk.
    expect(answer.raw.toString()).not.toMatch(/0\r\n\r\n$/)
    expect(door.logged).toMatchObject([{ path: '/breaks', err: { message: 'A secret of the page' } }])
    expect((await door.send({})).text).toBe('a page')
  })
})

describe('health', () => {
  test('is asked at any host', async () => {
    for (const path of ['/healthz', '/readyz', '/readyz/pages']) {
      const answer = await door.send({ path, host: '10.1.2.3:4321' })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    }
  })

  test('distinguishes a live process from a ready one', async () => {
    const alone = await openFrontDoor()
    await alone.context.db.destroy()
    expect((await alone.send({ path: '/healthz' })).status).toBe(200)
    const answer = await alone.send({ path: '/readyz' })
    expect([answer.status, answer.text]).toEqual([503, 'no database\n'])
    // It still has pages in memory.
    expect((await alone.send({ path: '/readyz/pages' })).status).toBe(200)
    await alone.close()
  })

  test('a read-only database, such as a standby, is not ready', async () => {
    const alone = await openFrontDoor()
    await setReadOnly(alone.stage.database, true)
    await expect.poll(async () => (await alone.send({ path: '/readyz' })).status).toBe(503)
    expect((await alone.send({ path: '/healthz' })).status).toBe(200)
    await setReadOnly(alone.stage.database, false)
    await expect.poll(async () => (await alone.send({ path: '/readyz' })).status).toBe(200)
    await alone.close()
  })
})
