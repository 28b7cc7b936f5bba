import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { APP_VERSION } from '#server/platform/app-version.ts'
import { createTraces } from '#server/platform/traces/traces.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: string }
}

interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status?: { code: number }
}

interface Received {
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
  resource: Record<string, string>
  spans: ReceivedSpan[]
}

let received: Received[]
let status: number
let server: Server
let endpoint: string

const valuesOf = (attributes: readonly Attribute[]): Record<string, string> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue).toString()]),
  )

/** A collector that takes OTLP over HTTP with JSON. */
beforeEach(async () => {
  received = []
  status = 200
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const {
        resourceSpans: [{ resource, scopeSpans }],
      } = JSON.parse(body)
      received.push({
        url: request.url,
        headers: request.headers,
        body,
        resource: valuesOf(resource.attributes),
        spans: scopeSpans.flatMap(({ spans }: { spans: ReceivedSpan[] }) => spans),
      })
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A listening TCP server has an address with a port.
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/otlp`
})
afterEach(async () => {
  server.closeAllConnections()
  await once(server.close(), 'close')
})

const span = (name: string) => ({
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentSpanId: undefined,
  name,
  startedAt: 1_764_288_000_000.25,
  endedAt: 1_764_288_000_010.5,
  isFailed: false,
  attributes: {},
})

const open = () => createTraces({ endpoint, headers: {}, nodeId: 'node-1', environment: 'production' })

test('requests are spans of their caller’s trace, without addresses, tokens and paths', async () => {
  const door = await openFrontDoor({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=k1',
      NODE_ENV: 'production',
      MAIN_HOSTS: 'localhost',
    },
  })
  const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const send = (path: string, headers: Record<string, string> = {}) => door.send({ path, headers })
  await send('/orders/private-id?email=ada@example.com', {
    authorization: 'Bearer secret-token',
    cookie: 'session=secret-cookie',
    traceparent: `00-${trace}-${parent}-01`,
  })
  const call = await send('/api/public/events/no-such-event')
  await send('/login', { traceparent: `00-${trace}-${parent}-00` })
  await send('/healthz')
  const nodeId = door.context.health.node.id
  await door.close()

  const [{ resource, spans } = { resource: {}, spans: [] }] = received
  expect(received).toMatchObject([
    { url: '/otlp/v1/traces', headers: { 'api-key': 'k1', 'content-type': 'application/json' } },
  ])
  expect(resource).toEqual({
    'service.name': 'foyer',
    'service.version': APP_VERSION,
    'service.instance.id': nodeId,
    'deployment.environment.name': 'production',
  })
  expect(spans.map(({ name }) => name).toSorted()).toEqual(['GET /api/public/events/{idOrSlug}', 'page'])
  const page = spans.find(({ name }) => name === 'page')
  expect(page).toMatchObject({ traceId: trace, parentSpanId: parent, kind: 2 })
  expect(page?.spanId).not.toBe(parent)
  const other = spans.find(({ name }) => name !== 'page')
  const requestId = String(call.headers.get('x-request-id'))
  expect(other?.traceId).toBe(requestId.replaceAll('-', ''))
  expect(other).not.toHaveProperty('parentSpanId')
  expect(valuesOf(other?.attributes ?? [])).toEqual({
    'http.request.method': 'GET',
    'http.route': 'GET /api/public/events/{idOrSlug}',
    'http.response.status_code': '404',
    'foyer.request_id': requestId,
    'foyer.promoter_id': door.stage.promoterId,
  })
  expect(received[0]?.body).not.toMatch(/ada@|secret|private-id|127\.0\.0\.1|no-such-event/)
})

test('times are nanoseconds, and a failed request is an error', async () => {
  const traces = open()
  traces.add({ ...span('one'), isFailed: true })
  await traces.close()
  expect(received[0]?.spans).toMatchObject([
    {
      startTimeUnixNano: '1764288000000250000',
      endTimeUnixNano: '1764288000010500000',
      status: { code: 2 },
    },
  ])
})

test('spans are sent in batches, and dropped while the collector is slower than they come', async () => {
  const traces = open()
  for (let sent = 0; sent < 3000; sent += 1) traces.add(span('one'))
  await traces.close()
  expect(traces.counts).toEqual({
    sent: 3000 - traces.counts.dropped,
    failed: 0,
    dropped: traces.counts.dropped,
  })
  expect(traces.counts.dropped).toBeGreaterThan(0)
  expect(received.length).toBeGreaterThan(3)
  expect(Math.max(...received.map(({ spans }) => spans.length))).toBe(512)
})

test('a collector that fails or is away is counted, and disturbs nothing', async () => {
  const traces = open()
  status = 503
  traces.add(span('one'))
  await traces.close()
  expect(traces.counts).toEqual({ sent: 0, failed: 1, dropped: 0 })
  const away = createTraces({ endpoint: 'http://127.0.0.1:1', headers: {}, nodeId: '', environment: '' })
  away.add(span('one'))
  await away.close()
  expect(away.counts).toEqual({ sent: 0, failed: 1, dropped: 0 })
})

test('a collector that doesn’t answer delays a stop by a second at most', async () => {
  server.removeAllListeners('request')
  const traces = open()
  for (let sent = 0; sent < 2000; sent += 1) traces.add(span('one'))
  const startedAt = performance.now()
  await traces.close()
  expect(performance.now() - startedAt).toBeLessThan(4000)
  expect(traces.counts).toEqual({ sent: 0, failed: 2000, dropped: 0 })
})

test('an answer that breaks off is counted, and rejects nothing', async () => {
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    request.resume()
    response.socket?.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a length')
  })
  const traces = open()
  traces.add(span('one'))
  await traces.close()
  expect(traces.counts.sent + traces.counts.failed).toBe(1)
})

test('without the setting, there are none', async () => {
  const door = await openFrontDoor()
  expect(door.context.traces).toBeUndefined()
  await door.close()
})
