import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fail } from '#contracts/platform/errors.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import {
  exchange,
  openFrontDoor,
  type Door,
  type RawAnswer,
  type RawRequest,
} from '#tests/support/front-door.ts'
import { silentLog } from '#tests/support/log.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const LIMIT = 16 * 1024
const STACK = /\bat\s.*[:(]\d+|\.(ts|js|mjs)\b|node_modules|select |insert /

let door: Door

beforeAll(async () => {
  door = await openFrontDoor()
})
afterAll(() => door.close())
beforeEach(() => {
  door.logged.length = 0
})

const cart = (): string => `/api/public/carts/${randomUUID()}`
const put = (request: RawRequest): Promise<RawAnswer> =>
  door.send({
    method: 'PUT',
    path: cart(),
    ...request,
    headers: { 'Content-Type': 'application/json', ...request.headers },
  })
const refusal = (answer: RawAnswer): unknown[] => [answer.status, JSON.parse(answer.text)]

describe('what can’t be read', () => {
  test.each([
    ['no body', undefined],
    ['nothing', ''],
    ['half of it', '{"items": ['],
    ['no JSON', 'items=1'],
    ['a comma too many', '{"items": [],}'],
    ['a NUL in a string', '{"items": [{"ticketTypeId": "a\\u0000b", "quantity": 1}]}'],
    ['a NUL in a name', '{"items": [], "\\u0000": 1}'],
    ['a NUL deep inside', '{"items": [{"a": [{"b": [["\\u0000"]]}]}]}'],
    ['half a letter', '{"items": [{"ticketTypeId": "a\\ud83d", "quantity": 1}]}'],
    ['half a letter in a name', '{"items": [], "\\udc00": 1}'],
    ['lists 8,000 deep', `{"items": ${'['.repeat(8000)}${']'.repeat(8000)}}`],
    ['objects 2,500 deep', `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`],
  ])('%s is 400', async (_what, body) => {
    expect(refusal(await put(body === undefined ? {} : { body }))).toEqual([400, fail('BAD_REQUEST')])
    expect(door.logged).toEqual([])
  })

  test('an invalid body is 400 even where the body is optional', async () => {
    const click = (body: string) =>
      door.send({ method: 'POST', path: '/api/tracking-links/SUMMER/click', body })
    expect(refusal(await click('eventType=click'))).toEqual([400, fail('BAD_REQUEST')])
    expect(refusal(await click(''))).toEqual([404, fail('NOT_FOUND')])
  })

  test.each(['null', '[]', '"text"', '1', '{}', '{"items": "all"}', '{"items": [null]}'])(
    '%s is JSON, but 422, with the fields that are wrong',
    async (body) => {
      const answer = await put({ body })
      const { error } = JSON.parse(answer.text)
      expect([answer.status, error.code]).toEqual([422, 'VALIDATION_ERROR'])
      expect(error.details).toEqual(
        error.details.map(() => ({ path: expect.any(String), message: expect.stringMatching(/./) })),
      )
      expect(error.details.length).toBeGreaterThan(0)
    },
  )

  test.each([
    '/api/public/events?q=a%00b',
    '/api/public/events?place=%00',
    '/api/fee-configuration-for-event?eventId=%00',
    '/api/public/events/%00',
  ])('%s is 400, not a database error', async (path) => {
    expect(refusal(await door.send({ path }))).toEqual([400, fail('BAD_REQUEST')])
  })

  test.each(['/api/public/events/%ff', '/api/public/events/%E0%A4%A/tickets'])('%s is 400', async (path) => {
    expect((await door.send({ path })).status).toBe(400)
  })

  test.each([
    `/api/public/events/${'x'.repeat(100)}`,
    "/api/public/events/'--",
    '/api/public/events/..%2f..%2fetc%2fpasswd',
  ])('%# is NOT_FOUND', async (path) => {
    expect(refusal(await door.send({ path }))).toEqual([404, fail('NOT_FOUND')])
  })
})

describe('a field that nobody knows', () => {
  test('is refused by its name, however deep it stands', async () => {
    const body = JSON.stringify({ items: [{ ticketTypeId: 'a', quantity: 1, price: 0 }], code: 'x' })
    const answer = await put({ body })
    const message = 'This field isn’t supported.'
    expect(refusal(answer)).toEqual([
      422,
      fail('VALIDATION_ERROR', [
        { path: 'items.0.price', message },
        { path: 'code', message },
      ]),
    ])
  })

  test('is ignored where the specification’s callers may send it', async () => {
    const answer = await door.send({
      method: 'POST',
      path: '/api/auth/customer/login',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'a password', remember: true }),
    })
    expect(refusal(answer)).toEqual([401, fail('INVALID_CREDENTIALS')])
  })
})

describe('a body that is too large', () => {
  const tooLarge = [413, fail('BODY_TOO_LARGE')]
  const padded = (bytes: number): string => JSON.stringify({ items: [] }).padEnd(bytes)

  test('is 413 by its announced length, before it is sent', async () => {
    const head = `PUT ${cart()} HTTP/1.1\r\nHost: aurora.localhost\r\nContent-Type: application/json\r\nConnection: close\r\n`
    expect(refusal(await exchange(door.port, `${head}Content-Length: ${LIMIT + 1}\r\n\r\n{`))).toEqual(
      tooLarge,
    )
  })

  test('is 413 without an announced length', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const answer = await put({
      headers: { 'Transfer-Encoding': 'chunked' },
      body: `${chunk.repeat(5)}0\r\n\r\n`,
    })
    expect(refusal(answer)).toEqual(tooLarge)
  })

  test('is accepted at exactly the limit', async () => {
    expect((await put({ body: padded(LIMIT) })).status).toBe(200)
    expect(refusal(await put({ body: padded(LIMIT + 1) }))).toEqual(tooLarge)
  })

  test('depends on the contract: a provider’s event may have 256 KB', async () => {
    const path = '/api/payments/webhook'
    const send = (bytes: number) => door.send({ method: 'POST', path, body: padded(bytes) })
    expect(refusal(await send(256 * 1024 + 1))).toEqual(tooLarge)
    expect((await send(256 * 1024)).status).toBe(400)
  })

  test('is not read without authentication: it gets 401', async () => {
    const head = 'PUT /api/promoter/fees/EUR HTTP/1.1\r\nHost: aurora.localhost\r\nConnection: close\r\n'
    // The rest of the body is never sent.
    const answer = await exchange(door.port, `${head}Content-Length: 1000\r\n\r\n{`)
    expect(refusal(answer)).toEqual([401, fail('UNAUTHENTICATED')])
  })
})

describe('paths and methods', () => {
  test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '%s of an unknown path is 404 in the envelope',
    async (method) => {
      for (const path of ['/api', '/api/', '/api/nothing', '/api/public/events/a/b/c', '/api/public/carts']) {
        const answer = await door.send({ method, path })
        expect(refusal(answer)).toEqual([404, fail('NOT_FOUND')])
        expect(answer.headers.get('content-type')).toContain('application/json')
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
    },
  )

  test.each([
    ['POST', '/api/public/events', 'GET, HEAD'],
    ['DELETE', '/api/public/events/night-shift', 'GET, HEAD'],
    ['PATCH', '/api/fee-configuration-for-event', 'GET, HEAD'],
    ['OPTIONS', '/api/public/events', 'GET, HEAD'],
    ['GET', '/api/public/checkout', 'POST'],
    ['HEAD', '/api/public/checkout', 'POST'],
    ['GET', '/api/payments/webhook', 'POST'],
    ['PUT', '/api/payments/confirm', 'POST'],
    ['POST', '/api/public/carts/a', 'PUT, GET, DELETE, HEAD'],
  ])('%s %s is 405 with the allowed methods', async (method, path, allowed) => {
    const answer = await door.send({ method, path })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
    expect(answer.text).toBe(method === 'HEAD' ? '' : JSON.stringify(fail('METHOD_NOT_ALLOWED')))
  })

  test('HEAD is GET without the body', async () => {
    const path = '/api/public/events'
    const [get, head] = [await door.send({ path }), await door.send({ method: 'HEAD', path })]
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    expect((await door.send({ method: 'HEAD', path: '/api/public/events/nothing' })).status).toBe(404)
  })
})

describe('caching', () => {
  test('an answer is nobody’s to keep unless its contract says so', async () => {
    for (const path of [
      '/api/public/events',
      `/api/public/events/${door.stage.eventId}/tickets`,
      '/api/fee-configuration-for-event?eventId=x',
    ])
      expect((await door.send({ path })).headers.get('cache-control')).toBe('no-store')
    const answer = await door.send({ path: '/api/public/fee-configurations/default' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=900'])
  })
})

describe('a request that breaks', () => {
  let broken: Door

  beforeEach(async () => {
    broken = await openFrontDoor()
  })
  afterEach(() => broken.close())

  test('is answered 500 without its reason, which is logged under the request’s number', async () => {
    await broken.context.db.destroy()
    const path = '/api/public/events'
    const answer = await broken.send({ path })
    expect(refusal(answer)).toEqual([500, fail('INTERNAL_ERROR')])
    expect(answer.text).not.toMatch(STACK)
    expect(broken.logged).toMatchObject([
      {
        level: 50,
        msg: 'A request failed',
        path,
        requestId: answer.headers.get('x-request-id'),
        err: { stack: expect.any(String) },
      },
    ])
  })

  test('because the database is down is 503, and the next one succeeds', async () => {
    const { db } = broken.context
    const away = createDatabase(createPool({ host: '/nowhere', user: 'foyer' }, silentLog()))
    broken.context.db = away
    const answers = [
      await broken.send({ path: '/api/public/events' }),
      await broken.send({
        method: 'PUT',
        path: cart(),
        headers: { 'Content-Type': 'application/json' },
        body: '{"items": []}',
      }),
    ]
    for (const answer of answers) {
      expect(refusal(answer)).toEqual([503, fail('UNAVAILABLE')])
      expect(answer.text).not.toMatch(STACK)
    }
    broken.context.db = db
    await away.destroy()
    expect((await broken.send({ path: '/api/public/events' })).status).toBe(200)
  })

  test('because its session was terminated is 503', async () => {
    const { db } = broken.context
    const { promoter_id: promoterId } = await db
      .selectFrom('events')
      .select('promoter_id')
      .executeTakeFirstOrThrow()
    const ticketTypeId = await insertTicketType(db, { promoterId, eventId: broken.stage.eventId })
    const blocker = await db.startTransaction().execute()
    await blocker.selectFrom('inventory').select('held').forUpdate().execute()
    const waiting = broken.send({
      method: 'PUT',
      path: cart(),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ items: [{ ticketTypeId, quantity: 1 }] }),
    })
    let isAnswered = false
    void waiting.finally(() => (isAnswered = true))
    // A hold whose batch failed runs alone: its session is ended too.
    await waitFor(async () => {
      await cutWhoeverWaits(broken)
      expect(isAnswered).toBe(true)
    })
    expect(refusal(await waiting)).toEqual([503, fail('UNAVAILABLE')])
    await blocker.rollback().execute()
    expect((await broken.send({ path: '/api/public/events' })).status).toBe(200)
  })
})

async function cutWhoeverWaits({ context }: Door): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db)
  return rows.length
}
