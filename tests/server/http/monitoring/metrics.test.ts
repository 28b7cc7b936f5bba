import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMetrics } from '#server/http/monitoring/answer-metrics.ts'
import { serveMetrics } from '#server/http/monitoring/serve-metrics.ts'
import { buy } from '#tests/support/buyer.ts'
import { openDatabaseProxy } from '#tests/support/database-proxy.ts'
import { insertFees, insertTicketType } from '#tests/support/factories.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'
import { silentLog } from '#tests/support/log.ts'

const TOKEN = 'a-token-of-32-characters-for-tests'

let door: Door
beforeAll(async () => {
  door = await openFrontDoor({ environment: { METRICS_TOKEN: TOKEN, TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => door.close())

const ask = (headers: Record<string, string> = {}, host = 'localhost') =>
  door.send({ path: '/metrics', host, headers })
const read = async (): Promise<string> => (await ask()).text

/** Sum of the samples whose line starts with `name{labels}`. */
function valueOf(text: string, sample: string): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${sample} `))
  return Number(lines[0]?.slice(sample.length))
}

test('is readable on this machine, and elsewhere with the token', async () => {
  const from = { 'X-Forwarded-For': '192.0.2.1' }
  const here = await ask()
  expect([here.status, here.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  expect((await ask(from)).text).not.toContain('foyer_')
  expect((await ask({}, 'aurora.localhost')).text).not.toContain('foyer_')
  expect((await ask({ ...from, Authorization: 'Bearer another-token-of-this-size' })).text).not.toContain(
    'foyer_',
  )
  expect((await ask({ ...from, Authorization: `Bearer ${TOKEN}` })).text).toContain('foyer_nodes')
})

test('has only lines of Prometheus’ text format', async () => {
  for (const line of (await read()).trim().split('\n').filter(Boolean))
    expect(line).toMatch(/^(# (HELP|TYPE) foyer_\w+ .+|foyer_\w+(\{.*\})? [\d.e+-]+)$/)
})

test('counts requests by contract and class of status, never by path', async () => {
  const before = await read()
  const counts = (text: string) =>
    [
      'foyer_requests_total{contract="GET /api/public/carts/{cartId}",status="2xx"}',
      'foyer_requests_total{contract="PUT /api/public/carts/{cartId}",status="4xx"}',
      'foyer_requests_total{contract="unknown call",status="4xx"}',
      'foyer_request_duration_seconds_count{contract="GET /api/public/carts/{cartId}"}',
    ].map((sample) => valueOf(text, sample) || 0)
  const ids = [randomUUID(), randomUUID()]
  for (const id of ids) {
    await door.send({ path: `/api/public/carts/${id}?email=ada@example.com` })
    await door.send({ method: 'PUT', path: `/api/public/carts/${id}`, body: 'no JSON' })
    await door.send({ path: `/api/${id}` })
    await door.send({ path: `/${id}` })
  }
  const after = await read()
  expect(counts(after).map((count, at) => count - (counts(before)[at] ?? 0))).toEqual([2, 2, 2, 2])
  for (const id of ids) expect(after).not.toContain(id)
  expect(after).not.toContain('ada@example.com')
})

test('counts cached pages, renderings, holds, batches and paid orders', async () => {
  const { promoterId, eventId } = door.stage
  const { db } = door.stage.database
  await insertFees(db, {})
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId, priceCents: 2000 })
  const before = await read()
  await door.send({ path: '/' })
  await door.send({ path: '/' })
  const origin = `http://127.0.0.1:${door.port}`
  expect(await buy(origin, { ticketTypeId, quantity: 1, priceOf: () => 20 })).toMatchObject({
    kind: 'bought',
  })
  const after = await read()
  const grownBy = (sample: string): number => valueOf(after, sample) - (valueOf(before, sample) || 0)
  expect(grownBy('foyer_page_renderings_total{result="rendered"}')).toBe(1)
  expect(grownBy('foyer_page_cache_requests_total{result="waited"}')).toBe(1)
  expect(grownBy('foyer_page_cache_requests_total{result="fresh"}')).toBe(1)
  expect(grownBy('foyer_requests_total{contract="page",status="2xx"}')).toBe(1)
  expect(grownBy('foyer_requests_total{contract="cached page",status="2xx"}')).toBe(1)
  expect(valueOf(after, 'foyer_page_cache_pages')).toBeGreaterThan(0)
  expect(grownBy('foyer_holds_total')).toBe(1)
  expect(grownBy('foyer_batch_size_sum{batcher="holds"}')).toBe(1)
  expect(grownBy('foyer_batch_wait_seconds_count{batcher="holds"}')).toBe(1)
  expect(grownBy('foyer_orders_paid_total')).toBe(1)
})

test('METRICS_PORT answers with the token only, and only /metrics', async () => {
  const config = { ...door.context.config, METRICS_PORT: 0 }
  const served = await serveMetrics(config, silentLog(), () => Promise.resolve('foyer_nodes 1\n'))
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${served?.port}${path}`, init)
  const headers = { Authorization: `Bearer ${TOKEN}` }
  expect((await get('/metrics')).status).toBe(401)
  expect(await (await get('/metrics', { headers })).text()).toBe('foyer_nodes 1\n')
  expect((await get('/metrics', { headers, method: 'POST' })).status).toBe(405)
  expect((await get('/', { headers })).status).toBe(404)
  await served?.stop()
  const open = await serveMetrics({ ...config, METRICS_TOKEN: '' }, silentLog(), () =>
    Promise.reject(new Error('broken')),
  )
  expect((await fetch(`http://127.0.0.1:${open?.port}/metrics`)).status).toBe(500)
  await open?.stop()
})

test('a process whose database is down still has its own metrics', async () => {
  const proxy = await openDatabaseProxy(door.stage.database.address)
  const cut = await openFrontDoor({ beside: door, connection: proxy.address })
  await proxy.refuse()
  const text = await readMetrics(cut.context, [cut.context.metrics.registry])
  expect(valueOf(text, 'foyer_database_up')).toBe(0)
  expect(text).toContain('foyer_process_uptime_seconds')
  expect(text).not.toContain('foyer_nodes')
  await cut.close()
  await proxy.close()
})
