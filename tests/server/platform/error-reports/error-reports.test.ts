import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/platform/create-log.ts'
import { createErrorReports } from '#server/platform/error-reports/error-reports.ts'
import { parseDsn } from '#server/platform/error-reports/parse-dsn.ts'

interface Received {
  url: string | undefined
  headers: IncomingHttpHeaders
  /** Header, item header and event. */
  lines: Record<string, unknown>[]
}

let received: Received[]
let respond: { status: number; headers?: Record<string, string> }
let origin: string
let stop: () => Promise<unknown>

/** A server that takes envelopes, like Sentry. */
beforeEach(async () => {
  received = []
  respond = { status: 200 }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      const lines = text.trimEnd().split('\n')
      received.push({
        url: request.url,
        headers: request.headers,
        lines: lines.map((line) => JSON.parse(line)),
      })
      response.writeHead(respond.status, respond.headers).end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  origin = `127.0.0.1:${port}`
  stop = () => {
    server.closeAllConnections()
    return once(server.close(), 'close')
  }
})
afterEach(() => stop())

function open() {
  const reports = createErrorReports({ dsn: `http://abc123@${origin}/prefix/7`, environment: 'production' })
  const destination = { write: () => undefined }
  return { reports, log: createLog({ LOG_LEVEL: 'info' }, { destination, reports }) }
}

test.each([
  ['https://key@o1.ingest.sentry.io/42', 'https://o1.ingest.sentry.io/api/42/envelope/'],
  ['http://key@localhost:9000/errors/7', 'http://localhost:9000/errors/api/7/envelope/'],
])('envelopes of %s go to %s', (dsn, envelopeUrl) => {
  expect(parseDsn(dsn)).toEqual({ envelopeUrl, publicKey: 'key' })
})

test('an error is reported with its stack and cause, and nothing that the log leaves out', async () => {
  const { reports, log } = open()
  const cause = Object.assign(new Error('duplicate key of ada@example.com'), {
    detail: 'Key (email)=(ada@example.com) already exists.',
  })
  const err = new TypeError('Cannot save', { cause })
  log.error(
    { err, requestId: 'request-1', path: '/orders/secret?email=x', orderId: 'order-1' },
    'A request failed',
  )
  await reports.settled()
  expect(received).toHaveLength(1)
  const [{ url, headers, lines } = { url: '', headers: {}, lines: [] }] = received
  expect(url).toBe('/prefix/api/7/envelope/')
  expect(headers).toMatchObject({
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': expect.stringMatching(
      /^Sentry sentry_version=7, sentry_client=foyer\/\S+, sentry_key=abc123$/,
    ),
  })
  const [envelope, item, event] = lines
  expect(item).toEqual({ type: 'event' })
  expect(envelope).toMatchObject({ event_id: event?.['event_id'] })
  expect(event).toMatchObject({
    event_id: expect.stringMatching(/^[\da-f]{32}$/),
    timestamp: expect.any(Number),
    level: 'error',
    platform: 'node',
    environment: 'production',
    release: expect.stringMatching(/^foyer@\d/),
    message: { formatted: 'A request failed' },
    tags: { requestId: 'request-1' },
    exception: {
      values: [
        { type: 'Error', value: 'duplicate key of [email]' },
        { type: 'TypeError', value: 'Cannot save' },
      ],
    },
  })
  const text = JSON.stringify(lines)
  for (const secret of ['ada@example.com', 'already exists', 'secret', 'order-1', process.cwd()])
    expect(text).not.toContain(secret)
  expect(text).toContain('tests/server/platform/error-reports/error-reports.test.ts')
})

test('warnings aren’t reported; errors without an exception are', async () => {
  const { reports, log } = open()
  log.warn({ err: new Error('soon') }, 'Not yet')
  log.error({ job: 'sweep holds' }, 'A job failed')
  log.fatal('The end')
  await reports.settled()
  const events = received.map(({ lines }) => lines[2])
  expect(events).toEqual([
    expect.objectContaining({ level: 'error', tags: { job: 'sweep holds' } }),
    expect.objectContaining({ level: 'fatal', message: { formatted: 'The end' } }),
  ])
  expect(events[0]).not.toHaveProperty('exception')
})

test('at most 30 errors a minute are reported', async () => {
  const { reports, log } = open()
  for (let count = 0; count < 50; count += 1) log.error('Again')
  await reports.settled()
  expect(received).toHaveLength(30)
  expect(reports.counts).toEqual({ sent: 30, failed: 0, dropped: 20 })
})

test('reports wait when the server asks for it', async () => {
  respond = { status: 429, headers: { 'Retry-After': '60' } }
  const { reports, log } = open()
  log.error('One')
  await reports.settled()
  log.error('Another')
  await reports.settled()
  expect(reports.counts).toEqual({ sent: 0, failed: 1, dropped: 1 })
})

test('a server that can’t be reached fails no caller', async () => {
  const { reports, log } = open()
  await stop()
  stop = () => Promise.resolve()
  log.error({ err: new Error('down') }, 'A request failed')
  await reports.settled()
  expect(reports.counts).toEqual({ sent: 0, failed: 1, dropped: 0 })
})
