import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let door: Door
beforeAll(async () => {
  door = await openFrontDoor({ environment: { LOG_LEVEL: 'debug' } })
})
afterAll(() => door.close())
beforeEach(() => {
  door.requests.length = 0
})

/** The line is written once the connection is closed, which the client may see first. */
async function lastLine(): Promise<Record<string, unknown>> {
  await waitFor(() => expect(door.requests).toHaveLength(1))
  return door.requests[0] ?? {}
}

test('a call is one line with id, promoter, contract, status, time and size', async () => {
  const answer = await door.send({ path: `/api/public/carts/${randomUUID()}` })
  const line = await lastLine()
  expect(line).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: process.pid,
    hostname: expect.any(String),
    msg: 'Request',
    requestId: answer.headers.get('x-request-id'),
    traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/),
    promoterId: door.stage.promoterId,
    contract: 'GET /api/public/carts/{cartId}',
    status: 200,
    ms: expect.any(Number),
    bytes: answer.raw.byteLength,
  })
  expect(String(line['traceparent'])).toContain(String(line['requestId']).replaceAll('-', ''))
})

test('the caller’s trace is logged, and nothing that only looks like one', async () => {
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await door.send({ path: '/api/public/events', headers: { traceparent: trace } })
  expect((await lastLine())['traceparent']).toBe(trace)
  for (const wrong of [
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `${trace}-ada@example.com`,
    'ada@example.com',
    trace.toUpperCase(),
  ]) {
    door.requests.length = 0
    await door.send({ path: '/api/public/events', headers: { traceparent: wrong } })
    expect((await lastLine())['traceparent']).not.toBe(wrong)
  }
})

test('cached pages and health checks are logged at level debug only', async () => {
  await door.send({ path: '/' })
  expect(await lastLine()).toMatchObject({ level: 30, contract: 'page', promoterId: door.stage.promoterId })
  door.requests.length = 0
  await door.send({ path: '/' })
  expect(await lastLine()).toMatchObject({ level: 20, contract: 'cached page', status: 200 })
  door.requests.length = 0
  await door.send({ path: '/readyz' })
  expect(await lastLine()).toMatchObject({ level: 20, contract: 'health check' })
})

test('no line has anything that a visitor sent', async () => {
  const SECRETS = [
    'ada@example.com',
    'Lovelace',
    'a-secret-token-of-a-visitor',
    '203.0.113.7',
    'Mozilla/5.0 Ada',
  ]
  const [email = '', name = '', token = '', address = '', agent = ''] = SECRETS
  const headers = {
    'Content-Type': 'application/json',
    Cookie: `access_token=${token}`,
    Authorization: `Bearer ${token}`,
    'User-Agent': agent,
    Referer: `http://aurora.localhost/orders/${token}?email=${email}`,
    'X-Forwarded-For': address,
    'Idempotency-Key': token,
    traceparent: email,
  }
  const body = JSON.stringify({
    email,
    name,
    password: token,
    customer: { firstName: name, email },
    items: [],
  })
  for (const [method, path] of [
    ['POST', '/api/public/checkout'],
    ['POST', '/api/auth/login'],
    ['PUT', `/api/public/carts/${token}`],
    ['GET', `/orders/${token}?email=${email}`],
    ['GET', `/?q=${name}`],
    ['GET', `/${token}`],
    ['GET', `/api/${email}`],
    ['DELETE', `/api/account/${token}`],
  ] as const)
    await door.send({ method, path, headers, ...(method !== 'GET' && { body }) })
  await waitFor(() => expect(door.requests).toHaveLength(8))
  const written = JSON.stringify([...door.requests, ...door.logged])
  for (const secret of SECRETS) expect(written).not.toContain(secret)
})
