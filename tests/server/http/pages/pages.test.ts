import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeClock } from '#tests/support/clock.ts'
import { exchange, openFrontDoor, type Door } from '#tests/support/front-door.ts'

const LIMIT = 64 * 1024
const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))

let door: Door
let seen: { request: Request; locals: App.Locals; body: string }[] = []
let answer: (request: Request) => Response

beforeAll(async () => {
  door = await openFrontDoor({
    clock,
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    addPreloads: (html) => html.replace('</head>', '<link></head>'),
    renderPage: async (request, locals) => {
      const body = await request.clone().text()
      seen.push({ request, locals, body })
      return answer(request)
    },
  })
})
afterAll(() => door.close())
beforeEach(() => {
  clock.advance(600_000)
  seen = []
  door.logged.length = 0
  answer = (request) =>
    new Response(`<html><head></head>${request.url}</html>`, {
      headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': "default-src 'self'" },
    })
})

const event = '/events/night-shift'
const get = (path: string, headers: Record<string, string> = {}, host?: string) =>
  door.send({ path, headers, ...(host === undefined ? {} : { host }) })

describe('a public page', () => {
  test('is made once, without anything of who asked first', async () => {
    const headers = { Cookie: 'who=me', 'User-Agent': 'mine', 'X-Forwarded-Proto': 'https' }
    const first = await get(event, headers)
    expect((await get(event, { 'X-Forwarded-Proto': 'https' })).text).toBe(first.text)
    expect(seen).toHaveLength(1)
    expect([...(seen[0]?.request.headers ?? [])]).toEqual([['host', `aurora.localhost:${door.port}`]])
    expect(seen[0]?.request.url).toBe(`https://aurora.localhost:${door.port}${event}`)
    expect(seen[0]?.locals.site).toMatchObject({ kind: 'storefront', host: 'aurora.localhost' })
    expect(seen[0]?.locals.address).toBeUndefined()
    expect(first.text).toBe(`<html><head><link></head>${seen[0]?.request.url}</html>`)
    expect(first.headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  test('has security and cache headers', async () => {
    expect(Object.fromEntries((await get(event)).headers)).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': "default-src 'self'",
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'strict-origin-when-cross-origin',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      etag: expect.stringMatching(/^W\/"[\w-]{20,}"$/),
    })
  })

  test('is sent in the accepted encoding', async () => {
    const plain = (await get(event)).text
    const br = await get(event, { 'Accept-Encoding': 'gzip, br' })
    const gzip = await get(event, { 'Accept-Encoding': 'br;q=0, gzip' })
    expect([br, gzip].map((each) => each.headers.get('content-encoding'))).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(br.body).toString()).toBe(plain)
    expect(gunzipSync(gzip.body).toString()).toBe(plain)
    expect(br.headers.get('etag')).toBe(gzip.headers.get('etag'))
    expect(seen).toHaveLength(1)
  })

  test('gets 304 with a matching ETag, with the same headers', async () => {
    const whole = await get(event)
    const etag = String(whole.headers.get('etag'))
    for (const known of [etag, etag.slice(2), `"x", ${etag}`]) {
      const answered = await get(event, { 'If-None-Match': known, 'Accept-Encoding': 'br' })
      expect([answered.status, answered.text]).toEqual([304, ''])
      for (const name of ['etag', 'vary', 'cache-control', 'x-frame-options', 'content-security-policy'])
        expect(answered.headers.get(name)).toBe(whole.headers.get(name))
    }
    expect((await get(event, { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('HEAD returns the headers of GET without a body', async () => {
    const whole = await get(event)
    const head = await door.send({ method: 'HEAD', path: event })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'))
  })

  test.each([
    ['/', '/?utm_source=mail&fbclid=1&ref=x'],
    ['/?q=jazz', '/?ref=1&q=jazz&utm_medium=x'],
    ['/?q=jazz&from=2026-12-01', '/?from=2026-12-01&q=jazz'],
    ['/?q=', '/'],
    ['/?q=a?b', '/?q=a%3Fb'],
    [event, `${event}?ticket=1?2`],
    [event, '/events/night%2Dshift'],
  ])('%s and %s share an entry', async (one, other) => {
    expect((await get(one)).text).toBe((await get(other)).text)
    expect(seen).toHaveLength(1)
  })

  test.each([
    ['/', '/?when=past'],
    ['/?q=a?b', '/?q=a'],
    [event, `${event}-2`],
    ['/?q=a&place=b', '/?q=b&place=a'],
  ])('%s and %s have separate entries', async (one, other) => {
    expect((await get(one)).text).not.toBe((await get(other)).text)
  })

  test('differs by site and protocol, not by the host’s spelling', async () => {
    const hosts = ['aurora.localhost', 'AURORA.localhost', 'aurora.localhost.', 'aurora.localhost:80']
    for (const host of hosts) await get(event, {}, host)
    expect(seen.map(({ request }) => request.url)).toEqual([`http://aurora.localhost${event}`])
    await get(event, {}, 'localhost')
    await get(event, { 'X-Forwarded-Proto': 'https' }, 'aurora.localhost:443')
    expect(seen.slice(1).map(({ request }) => request.url)).toEqual([
      `http://localhost${event}`,
      `https://aurora.localhost${event}`,
    ])
  })

  test.each(['http', 'https'])('is cached only for the port that Foyer listens on: %s', async (scheme) => {
    const before = door.cache.size().pages
    const headers = { 'X-Forwarded-Proto': scheme }
    for (const port of [door.port, 1, 8080, 65_535]) await get(event, headers, `aurora.localhost:${port}`)
    await get(event, headers, 'aurora.localhost')
    expect(seen.map(({ request }) => request.url)).toEqual([
      `${scheme}://aurora.localhost:${door.port}${event}`,
      `${scheme}://aurora.localhost${event}`,
    ])
    expect(door.cache.size().pages - before).toBeLessThanOrEqual(2)
  })

  test('of an unknown host is not cached', async () => {
    const before = door.cache.size().pages
    for (const host of ['a.example', 'b.example']) expect((await get('/', {}, host)).text).toContain(host)
    expect(door.cache.size().pages).toBe(before)
    expect(seen).toHaveLength(2)
  })

  test('may set its own lifetime', async () => {
    const forEver = { 'Content-Type': 'text/css', 'Cache-Control': 'public, max-age=31536000, immutable' }
    answer = () => new Response('a{color:red}'.repeat(20), { headers: forEver })
    const styles = await get('/site.css?v=1', { 'Accept-Encoding': 'br' })
    expect(styles.headers.get('cache-control')).toBe(forEver['Cache-Control'])
    expect(styles.headers.get('content-encoding')).toBe('br')
    await get('/site.css?v=1&w=2')
    expect(seen).toHaveLength(1)
  })

  test('may be a 404 or a redirect', async () => {
    answer = () => new Response('none', { status: 404 })
    expect((await get(event)).status).toBe(404)
    expect((await get(event, { 'If-None-Match': '*' })).status).toBe(404)
    clock.advance(2001)
    answer = () => new Response(null, { status: 301, headers: { Location: '/events/other' } })
    const moved = await get(event)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/events/other'])
  })

  test('that sets a cookie is an error, and logged', async () => {
    answer = () => new Response('hello', { headers: { 'Set-Cookie': 'a=b' } })
    const refused = await get('/?q=cookie')
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([500, null])
    expect(door.logged).toMatchObject([{ err: { message: 'A public page sets a cookie.' } }])
    expect(door.logged[0]?.['requestId']).toBe(refused.headers.get('x-request-id'))
  })

  test('that fails is served from the old one', async () => {
    const old = await get(event)
    clock.advance(60_000)
    answer = () => {
      throw new Error('No database')
    }
    expect((await get(event)).text).toBe(old.text)
    expect(door.logged).toMatchObject([{ path: event, err: { message: 'Astro could not render the page.' } }])
    expect((await get('/?q=new')).status).toBe(500)
  })

  test('that fails half way is the error page, and not cached', async () => {
    answer = ({ url }) =>
      new URL(url).pathname === '/500' ? new Response('Something broke') : new Response(brokenHalfWay())
    const broken = await get('/?q=half')
    expect([broken.status, broken.text]).toEqual([500, 'Something broke'])
    expect(broken.headers.get('cache-control')).toBe('no-store')
    expect(door.logged).toMatchObject([{ path: '/', err: { message: 'No database' } }])
    expect(broken.headers.get('x-request-id')).toBe(door.logged[0]?.['requestId'])
    expect(seen.map(({ locals }) => locals.requestId)).toEqual(Array(2).fill(door.logged[0]?.['requestId']))
    answer = () => new Response('whole')
    expect((await get('/?q=half')).text).toBe('whole')
  })

  test('with status 500 is not cached', async () => {
    answer = () =>
      new Response('Something broke', { status: 500, headers: { 'Cache-Control': 'public, max-age=60' } })
    const broken = await get('/?q=broken')
    expect([broken.status, broken.text]).toEqual([500, 'Something broke'])
    expect(broken.headers.get('cache-control')).toBe('no-store')
    expect(broken.headers.get('x-request-id')).toBe(seen[0]?.locals.requestId)
    await get('/?q=broken')
    expect(seen).toHaveLength(2)
  })
})

describe('any other page', () => {
  test('is rendered for its request, with everything sent', async () => {
    answer = () => {
      const headers = new Headers({ 'X-Own': '1' })
      headers.append('Set-Cookie', 'a=1')
      headers.append('Set-Cookie', 'b=2')
      return new Response('own', { headers })
    }
    const headers = { Cookie: 'who=me', 'Accept-Language': 'de' }
    const own = await get('/cart?tickets=1&x=%20', headers)
    await get('/cart?tickets=1&x=%20', headers)
    expect(seen).toHaveLength(2)
    expect(seen[0]?.request.url).toBe(`http://aurora.localhost:${door.port}/cart?tickets=1&x=%20`)
    expect(seen[0]?.request.headers.get('cookie')).toBe('who=me')
    expect(seen[0]?.request.headers.get('accept-language')).toBe('de')
    expect(own.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect(own.headers.get('x-request-id')).toBe(seen[0]?.locals.requestId)
  })

  test('is streamed', async () => {
    const gate = Promise.withResolvers<void>()
    const first = Promise.withResolvers<void>()
    answer = () => new Response(streamOf(['one ', gate.promise, 'two']), { headers: { 'X-Own': '1' } })
    const whole = exchange(
      door.port,
      `GET /cart HTTP/1.1\r\nHost: aurora.localhost\r\nConnection: close\r\n\r\n`,
      (text) => {
        if (text.includes('one ')) first.resolve()
      },
    )
    await first.promise
    gate.resolve()
    expect((await whole).text).toBe('one two')
  })

  test('HEAD returns headers only', async () => {
    const head = await door.send({ method: 'HEAD', path: '/cart' })
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([
      200,
      '',
      'text/html; charset=utf-8',
    ])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'is not asked for by %s',
    async (method) => {
      // The page of a locked event accepts the access code.
      const paths = [
        ['/', 'GET, HEAD'],
        ['/nothing', 'GET, HEAD'],
        ...(method === 'POST' ? [] : [[event, 'GET, HEAD, POST']]),
      ] as const
      for (const [path, allowed] of paths) {
        const refused = await door.send({ method, path })
        expect([refused.status, refused.headers.get('allow')]).toEqual([405, allowed])
        expect(JSON.parse(refused.text).error.code).toBe('METHOD_NOT_ALLOWED')
      }
      expect(seen).toEqual([])
    },
  )
})

describe('a page with a form', () => {
  const path = '/sandbox/challenge/sbx_1-a'
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

  test('accepts it', async () => {
    await door.send({ method: 'POST', path, headers: form, body: 'answer=approve' })
    expect(seen).toMatchObject([{ body: 'answer=approve', request: { method: 'POST' } }])
    expect(seen[0]?.request.headers.get('content-type')).toBe(form['Content-Type'])
  })

  test('accepts nothing else', async () => {
    const refused = await door.send({ method: 'DELETE', path })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  test('accepts up to 64 KB, announced or not', async () => {
    const exact = 'a'.repeat(LIMIT)
    const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const post = (body: string, headers: Record<string, string> = {}) =>
      door.send({ method: 'POST', path, headers: { ...form, ...headers }, body })
    expect((await post(exact)).status).toBe(200)
    expect((await post(chunked(exact), { 'Transfer-Encoding': 'chunked' })).status).toBe(200)
    expect(seen.map(({ body }) => body.length)).toEqual([LIMIT, LIMIT])
    expect((await post(`${exact}a`)).status).toBe(413)
    expect((await post(chunked(`${exact}a`), { 'Transfer-Encoding': 'chunked' })).status).toBe(413)
    expect(seen).toHaveLength(2)
  })

  test('accepts branding up to its own limit', async () => {
    const post = (body: string) =>
      door.send({ method: 'POST', path: '/promoter/site/preview', headers: form, body })
    expect((await post('a'.repeat(4 * LIMIT))).status).toBe(200)
    expect((await post('a'.repeat(4 * LIMIT + 1))).status).toBe(413)
  })
})

const brokenHalfWay = (): ReadableStream =>
  new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('half')),
    pull: (stream) => stream.error(new Error('No database')),
  })

function streamOf(pieces: readonly (string | Promise<void>)[]): ReadableStream {
  const waiting = [...pieces]
  return new ReadableStream({
    pull: async (stream) => {
      const piece = waiting.shift()
      if (piece === undefined) return stream.close()
      if (typeof piece === 'string') stream.enqueue(new TextEncoder().encode(piece))
      else await piece.then(() => stream.enqueue(new TextEncoder().encode('')))
    },
  })
}
