// @vitest-environment node
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, resolveApiPath } from '#browser/platform/api-client.ts'
import { call } from '#browser/platform/api.ts'
import { getOrder } from '#contracts/checkout/orders.ts'
import { validatePromo } from '#contracts/shop/promo.ts'

interface Seen {
  method: string
  path: string
  authorization: string | undefined
  type: string | undefined
  body: string
}

let server: Server
let origin = ''
let seen: Seen[] = []
let answer: RequestListener = (_, response) => response.end()
const nodeFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    seen.push({
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      type: request.headers['content-type'],
      body: Buffer.concat(chunks).toString(),
    })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this type.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const stored = new Map<string, string>()
const page = { cookie: '' }

beforeEach(() => {
  seen = []
  stored.clear()
  page.cookie = ''
  // Adds to Node what a browser has: an origin for relative paths, storage and cookies.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => nodeFetch(new URL(path, origin), init))
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => stored.get(key) ?? null } })
  vi.stubGlobal('document', page)
})
afterEach(() => vi.unstubAllGlobals())

const reply = (status: number, body: string): void => {
  answer = (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

const ORDER_ID = '0b0f9a52-9d52-4c6f-9f0e-2f6a5b1d7c11'

describe('§7 paths', () => {
  it.each([
    ['/public/events', '/api/public/events'],
    ['/api/auth/customer/me', '/api/auth/customer/me'],
    [`/orders/${ORDER_ID}`, `/api/public/orders/${ORDER_ID}`],
    [`/api/orders/${ORDER_ID}/confirm`, `/api/public/orders/${ORDER_ID}/confirm`],
    [`/public/orders/${ORDER_ID}?full=1`, `/api/public/orders/${ORDER_ID}?full=1`],
    [`/orders/${ORDER_ID}0`, `/orders/${ORDER_ID}0`],
    ['/orders/42', '/orders/42'],
  ])('%s is asked for at %s', (path, address) => {
    expect(resolveApiPath(path)).toBe(address)
  })

  it('public paths go without a token, others with the one in local storage', async () => {
    stored.set('customer_access_token', 'secret')
    reply(200, '{"success":true,"data":1}')
    await api.get('/public/events')
    await api.get('/api/auth/customer/me')
    await api.get('/api/public/staff/profile')
    expect(seen.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/api/public/events', undefined],
      ['/api/auth/customer/me', 'Bearer secret'],
      ['/api/public/staff/profile', 'Bearer secret'],
    ])
  })

  it('or with the one in the cookie of that name', async () => {
    page.cookie = 'a=b; customer_access_token=from%20cookie'
    reply(200, '{}')
    await api.get('/api/auth/customer/me')
    expect(seen[0]?.authorization).toBe('Bearer from cookie')
  })

  it('offers get, post, put and delete, with bodies as JSON', async () => {
    reply(200, '{"success":true}')
    await api.get('/public/a')
    await api.post('/public/b', { one: 1 })
    await api.put('/public/c', [2])
    await api.delete('/public/d')
    expect(seen.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
      'GET /api/public/a ',
      'POST /api/public/b {"one":1}',
      'PUT /api/public/c [2]',
      'DELETE /api/public/d ',
    ])
    expect(seen[1]?.type).toBe('application/json')
  })
})

it('§7: ignores a token cookie that can’t be decoded', async () => {
  reply(200, '{}')
  page.cookie = 'theme=dark; customer_access_token=%E0%A4%A'
  expect(await api.get('/api/x')).toMatchObject({ success: true })
  expect(seen[0]?.authorization).toBeUndefined()
})

it('returns a file as a blob, and an error response as an error', async () => {
  reply(200, 'Name;Total')
  const answer = await api.get('/api/x.csv', { isFile: true })
  expect(answer.success && answer.data instanceof Blob && (await answer.data.text())).toBe('Name;Total')
  reply(403, '{"success":false,"error":{"code":"FORBIDDEN","message":"No."}}')
  expect(await api.get('/api/x.csv', { isFile: true })).toMatchObject({ error: { code: 'FORBIDDEN' } })
})

describe('§7 envelope', () => {
  it('keeps what travels beside the data', async () => {
    reply(200, '{"success":true,"data":{"a":1},"source":"event"}')
    expect(await api.get('/public/x')).toEqual({
      success: true,
      data: { a: 1 },
      extraFields: { source: 'event' },
    })
  })

  it.each(['{"id":7}', '[1,2]', '"text"', 'null'])(
    'an ok answer without a success flag is a success: %s',
    async (body) => {
      reply(200, body)
      expect(await api.get('/public/x')).toEqual({ success: true, data: JSON.parse(body) })
    },
  )

  it('an error status returns the server’s own error', async () => {
    reply(409, '{"success":false,"error":{"code":"SOLD_OUT","message":"Gone.","details":{"left":0}}}')
    expect(await api.post('/public/x')).toEqual({
      success: false,
      error: { code: 'SOLD_OUT', message: 'Gone.', details: { left: 0 } },
      status: 409,
    })
  })

  it('success false is a failure regardless of the status', async () => {
    reply(200, '{"success":false,"error":{"code":"NOT_FOUND","message":"Not found."}}')
    expect(await api.get('/public/x')).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } })
  })
})

describe('§8 client-side codes', () => {
  it('NETWORK_ERROR with the exception’s message', async () => {
    answer = (request) => request.socket.destroy()
    const result = await api.get('/public/x')
    expect(result).toMatchObject({
      success: false,
      error: { code: 'NETWORK_ERROR', message: 'fetch failed' },
    })
    expect(seen).toHaveLength(1)
  })

  it('NETWORK_ERROR says so itself when the exception doesn’t', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('')))
    expect(await api.get('/public/x')).toEqual({
      success: false,
      error: { code: 'NETWORK_ERROR', message: 'Network request failed' },
    })
  })

  it('REQUEST_ERROR for a request that was given up', async () => {
    answer = () => undefined
    const result = await api.get('/public/x', { signal: AbortSignal.timeout(20) })
    expect(result).toMatchObject({ success: false, error: { code: 'REQUEST_ERROR' } })
  })

  it('REQUEST_ERROR for one that can’t be sent, with the error’s message', async () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    const result = await api.post('/public/x', circle)
    expect(result).toMatchObject({
      error: { code: 'REQUEST_ERROR', message: expect.stringContaining('circular') },
    })
    expect(seen).toHaveLength(0)
  })

  it('REQUEST_ERROR knows no more than that something unknown was thrown', async () => {
    const thrower = {
      toJSON() {
        throw new Error('')
      },
    }
    expect(await api.post('/public/x', thrower)).toMatchObject({
      error: { code: 'REQUEST_ERROR', message: 'Unknown error' },
    })
  })

  it('RESPONSE_READ_ERROR when the body breaks off', async () => {
    answer = (request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"success"', () => request.socket.destroy())
    }
    expect(await api.get('/public/x')).toEqual({
      success: false,
      error: { code: 'RESPONSE_READ_ERROR', message: 'Failed to read API response' },
      status: 200,
    })
  })

  it('EMPTY_RESPONSE', async () => {
    reply(200, '')
    expect(await api.get('/public/x')).toEqual({
      success: false,
      error: { code: 'EMPTY_RESPONSE', message: 'Server returned empty response' },
      status: 200,
    })
  })

  it('PARSE_ERROR', async () => {
    reply(200, '<!doctype html>')
    expect(await api.get('/public/x')).toEqual({
      success: false,
      error: { code: 'PARSE_ERROR', message: 'Failed to parse API response as JSON' },
      status: 200,
    })
  })

  it.each([
    [502, '<h1>Bad gateway</h1>'],
    [404, ''],
    [503, '{"status":"down"}'],
  ])('HTTP_ERROR_%i where the body is no error of ours', async (status, body) => {
    reply(status, body)
    expect(await api.get('/public/x')).toMatchObject({
      success: false,
      error: { code: `HTTP_ERROR_${status}` },
    })
    expect(seen).toHaveLength(1)
  })

  it('RESPONSE_HANDLING_ERROR for a failure that doesn’t say why', async () => {
    reply(200, '{"success":false}')
    expect(await api.get('/public/x')).toMatchObject({
      success: false,
      error: { code: 'RESPONSE_HANDLING_ERROR' },
    })
  })

  it('RESPONSE_HANDLING_ERROR for data that doesn’t fit the contract', async () => {
    reply(200, '{"success":true,"data":{"order":{"id":1}}}')
    const result = await call(getOrder, { params: { id: ORDER_ID } })
    expect(result).toMatchObject({ success: false, error: { code: 'RESPONSE_HANDLING_ERROR' } })
  })
})

describe('call', () => {
  it('sends requests as the contract says and returns typed data', async () => {
    reply(200, '{"success":true,"data":{"code":"SPRING","discountType":"fixed","discountValue":5}}')
    const result = await call(
      validatePromo,
      { body: { code: 'spring', items: [] } },
      { headers: { 'X-Try': '1' } },
    )
    expect(result.success && result.data.discountValue).toBe(5)
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/api/public/promo-codes/validate' })
  })

  it('encodes what it puts into the path', async () => {
    reply(404, '{"success":false,"error":{"code":"NOT_FOUND","message":"Not found."}}')
    await call(getOrder, { params: { id: '../a b' } })
    expect(seen[0]?.path).toBe('/api/public/orders/..%2Fa%20b')
  })
})
