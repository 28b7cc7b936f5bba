import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { AVATAR_UPLOAD_LIMIT } from '#server/people/avatars/upload-avatar.ts'
import { MAX_UPLOAD_BYTES } from '#server/http/connections/large-bodies.ts'
import { insertSession, insertAccount } from '#tests/support/accounts.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'
import { newEmail } from '#tests/support/people.ts'

const LIMITS = { total: 12, perClient: 5 }
const [ATTACKER, VISITOR, PROXY] = ['127.0.1.1', '127.0.1.2', '127.0.1.3']
const UPLOAD_BYTES = 50 * 1024 * 1024
const CHUNK = Buffer.alloc(64 * 1024, 'a')

/** Owns the database shared by all doors. */
let first: Door
let door: Door
/** Pages under /slow wait for this. */
let slow = Promise.withResolvers<void>()
let rendered = 0

beforeAll(async () => {
  first = await openFrontDoor()
})
afterAll(() => first.close())
beforeEach(async () => {
  slow = Promise.withResolvers()
  rendered = 0
  door = await openFrontDoor({
    beside: first,
    connectionLimits: LIMITS,
    environment: { TRUSTED_PROXIES: PROXY },
    renderPage: async (request) => {
      rendered += 1
      const { pathname } = new URL(request.url)
      if (pathname === '/slow') await slow.promise
      return new Response(pathname === '/large' ? 'a'.repeat(UPLOAD_BYTES) : 'a page')
    },
  })
})
afterEach(async () => {
  slow.resolve()
  await door.close()
})

interface Client {
  socket: Socket
  received: () => string
  closed: Promise<unknown>
}

async function open(localAddress: string, { port } = door): Promise<Client> {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  let text = ''
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1'))).on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  return { socket, received: () => text, closed }
}

async function openSeveral(count: number, localAddress: string): Promise<Client[]> {
  const clients: Client[] = []
  for (let index = 0; index < count; index += 1) {
    const accepted = once(door.server, 'connection')
    clients.push(await open(localAddress))
    await accepted
  }
  return clients
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: aurora.localhost:${door.port}\r\n\r\n`
const post = (route: string, ...headers: string[]): string =>
  [
    `${route} HTTP/1.1`,
    `Host: aurora.localhost:${door.port}`,
    'Content-Type: application/json',
    ...headers,
    '\r\n',
  ].join('\r\n')
const answered = (client: Client, status = 200): Promise<void> =>
  expect.poll(client.received).toContain(`HTTP/1.1 ${status}`)

describe('a connection above the limit', () => {
  test('replaces its client’s oldest waiting one, and no other client’s', async () => {
    const [visitor] = await openSeveral(1, VISITOR)
    const [first, second, ...rest] = await openSeveral(LIMITS.perClient, ATTACKER)
    const [late] = await openSeveral(1, ATTACKER)
    await first?.closed
    expect([visitor, second, ...rest, late].map((client) => client?.socket.closed)).not.toContain(true)
    for (const client of [visitor, late]) {
      client?.socket.write(get('/cart'))
      if (client) await answered(client)
    }
  })

  test('replaces one with slow headers or body', async () => {
    const [headers, body] = await openSeveral(LIMITS.perClient, ATTACKER)
    const asked = once(door.server, 'request')
    headers?.socket.write('GET /cart HTTP/1.1\r\nX-A: a\r\n')
    body?.socket.write(post('POST /api/payments/webhook', 'Content-Length: 2000', '', 'a'))
    await asked
    await openSeveral(2, ATTACKER)
    await Promise.all([headers?.closed, body?.closed])
    await expect.poll(() => connectionsOf(door)).toBe(LIMITS.perClient)
  })

  test('is closed while all others are being answered', async () => {
    const clients = await openSeveral(LIMITS.perClient, ATTACKER)
    for (const { socket } of clients) socket.write(get('/slow'))
    await expect.poll(() => rendered).toBe(LIMITS.perClient)
    const [late] = await openSeveral(1, ATTACKER)
    await late?.closed
    slow.resolve()
    for (const client of clients) await answered(client)
  })

  test('replaces the oldest of all when many clients have them', async () => {
    const [oldest] = await openSeveral(1, VISITOR)
    for (const last of [11, 12, 13]) await openSeveral(4, `127.0.1.${last}`)
    await oldest?.closed
    const [visitor] = await openSeveral(1, VISITOR)
    visitor?.socket.write(get('/cart'))
    if (visitor) await answered(visitor)
    expect(await connectionsOf(door)).toBe(LIMITS.total)
  })

  test.each([PROXY, '127.0.0.1'])('doesn’t exist for a proxy (%s), which has many clients', async (proxy) => {
    const clients = await openSeveral(LIMITS.perClient + 3, proxy)
    for (const { socket } of clients) socket.write(get('/cart'))
    for (const client of clients) await answered(client)
    expect(await connectionsOf(door)).toBe(clients.length)
  })
})

describe('pipelined requests', () => {
  test('are answered when few', async () => {
    const client = await open(VISITOR)
    client.socket.write(get('/cart').repeat(4))
    await expect.poll(() => client.received().match(/HTTP\/1\.1 200/g)?.length).toBe(4)
  })

  test('are processed one after another', async () => {
    const client = await open(VISITOR)
    client.socket.write(get('/slow') + get('/cart'))
    await expect.poll(() => rendered).toBe(1)
    const other = await open(VISITOR)
    other.socket.write(get('/cart'))
    await answered(other)
    expect(rendered).toBe(2)
    slow.resolve()
    await expect.poll(() => client.received().match(/HTTP\/1\.1 200/g)?.length).toBe(2)
    expect(rendered).toBe(3)
  })

  test.each([
    ['a page', () => get('/cart')],
    ['a page from the cache', () => get('/')],
    ['the API', () => get('/api/public/events')],
    ['no host', () => 'GET / HTTP/1.1\r\n\r\n'],
    ['an expectation that is not known', () => get('/cart').replace('\r\n', '\r\nExpect: a miracle\r\n')],
  ])('close the connection when many, without further parsing: %s', async (_, request) => {
    let parsed = 0
    for (const event of ['request', 'checkExpectation']) door.server.on(event, () => (parsed += 1))
    const client = await open(ATTACKER)
    client.socket.write(request().repeat(2000))
    await client.closed
    expect(parsed).toBeGreaterThan(0)
    expect(parsed).toBeLessThanOrEqual(6)
    const visitor = await open(VISITOR)
    visitor.socket.write(get('/cart'))
    await answered(visitor)
  })
})

describe('a body that is too large', () => {
  const ROUTES = [
    ['POST /cart', 413],
    ['PUT /api/public/carts/00000000-0000-4000-8000-000000000000', 413],
    ['POST /api/payments/webhook', 413],
    ['POST /api/auth/customer/avatar', 413],
    ['POST /nothing-here', 405],
    ['POST /api/nothing-here', 404],
  ] as const

  test.each(ROUTES.flatMap((route) => [[...route, 'announced'] as const, [...route, 'in chunks'] as const]))(
    '%s gets %i during sending, %s, and no more is read',
    async (route, status, how) => {
      const accountId = await insertAccount(door.context, newEmail())
      const bearer = await insertSession(door.context, accountId)
      const client = await open(VISITOR)
      const size = how === 'announced' ? `Content-Length: ${UPLOAD_BYTES}` : 'Transfer-Encoding: chunked'
      client.socket.write(post(route, `Authorization: Bearer ${bearer}`, size))
      const sent = await pour(client.socket, how)
      await client.closed
      expect(client.received()).toContain(`HTTP/1.1 ${status}`)
      expect(client.received()).toMatch(/\r\nConnection: close\r\n/i)
      expect(sent).toBeLessThan(UPLOAD_BYTES)
    },
  )

  test('counts as an attempt: beyond the limit, nothing of it is read', async () => {
    const bearer = await insertSession(door.context, await insertAccount(door.context, newEmail()))
    const begin = async (...headers: string[]): Promise<Client> => {
      const client = await open(VISITOR)
      client.socket.write(
        post('POST /api/auth/customer/avatar', `Authorization: Bearer ${bearer}`, ...headers),
      )
      return client
    }
    for (let count = 0; count < AVATAR_UPLOAD_LIMIT.points; count += 1) {
      const client = await begin(`Content-Length: ${UPLOAD_BYTES}`)
      await client.closed
      expect(client.received()).toContain('HTTP/1.1 413')
    }
    const client = await begin('Content-Length: 2000', '', 'a')
    await client.closed
    expect(client.received()).toContain('HTTP/1.1 429')
    expect(client.received()).toMatch(/\r\nRetry-After: \d+\r\n/i)
  })

  test('logs no error when its client disconnects', async () => {
    const bearer = await insertSession(door.context, await insertAccount(door.context, newEmail()))
    const client = await open(VISITOR)
    const asked = once(door.server, 'request')
    client.socket.write(
      post(
        'POST /api/auth/customer/avatar',
        `Authorization: Bearer ${bearer}`,
        'Content-Length: 2000',
        '',
        'a',
      ),
    )
    const [, response] = await asked
    client.socket.destroy()
    await expect.poll(() => response.closed).toBe(true)
    await expect.poll(() => response.writableEnded).toBe(true)
    expect(door.logged.filter(({ level }) => level === 50)).toEqual([])
  })

  test('closes the connection also when the response was not read', async () => {
    const client = await open(ATTACKER)
    client.socket.pause()
    client.socket.write(post('POST /cart', `Content-Length: ${UPLOAD_BYTES}`))
    await pour(client.socket, 'announced')
    await expect.poll(() => connectionsOf(door)).toBe(0)
  })
})

/** Sends until complete or closed; resolves with the number of bytes sent. */
async function pour(socket: Socket, how: string): Promise<number> {
  const part =
    how === 'announced' ? CHUNK : Buffer.concat([Buffer.from('10000\r\n'), CHUNK, Buffer.from('\r\n')])
  let sent = 0
  while (sent < UPLOAD_BYTES && socket.writable) {
    const isTaken = socket.write(part)
    sent += CHUNK.length
    if (!isTaken) await new Promise<void>((resolve) => socket.once('drain', resolve).once('close', resolve))
  }
  return sent
}

const connectionsOf = ({ server }: Door): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe('large concurrent bodies', () => {
  test('have a total limit; another one replaces the oldest', async () => {
    const wide = await openFrontDoor({ beside: door })
    const clients: Client[] = []
    for (let index = 0; index < 17; index += 1) {
      const asked = once(wide.server, 'request')
      const client = await open(ATTACKER, wide)
      client.socket.write(`${post('POST /api/payments/webhook', 'Transfer-Encoding: chunked')}1\r\na\r\n`)
      clients.push(client)
      await asked
    }
    const [first, ...rest] = clients
    await first?.closed
    expect(rest.filter(({ socket }) => socket.closed)).toHaveLength(0)
    for (const client of rest) {
      client.socket.write('0\r\n\r\n')
      await expect.poll(client.received).toContain('HTTP/1.1 400')
    }
    await wide.close()
  })

  test('can be as large as any contract allows', () => {
    const largest = Math.max(...listContracts().map(({ contract }) => contract.maxBodyBytes ?? 0))
    expect(MAX_UPLOAD_BYTES).toBe(largest)
  })
})

describe('a slow client', () => {
  test('with headers, a form, an upload or nothing gets 408', async () => {
    door.server.headersTimeout = 200
    door.server.requestTimeout = 400
    const texts = [
      'GET / HTTP/1.1\r\n',
      post('POST /cart', 'Content-Length: 2000', '', 'a'),
      post('POST /api/payments/webhook', 'Content-Length: 2000', '', 'a'),
      '',
    ]
    const clients = await Promise.all(texts.map(() => open(ATTACKER)))
    // Concurrent, because the server checks for slow ones every 2 s.
    for (const [index, { socket }] of clients.entries()) socket.write(texts[index] ?? '')
    await Promise.all(clients.map(({ closed }) => closed))
    for (const { received } of clients) expect(received()).toMatch(/^HTTP\/1\.1 408 /)
    expect(door.logged.filter(({ level }) => Number(level) > 30)).toEqual([])
  })

  test('that doesn’t read is disconnected', async () => {
    door.server.timeout = 300
    const client = await open(ATTACKER)
    client.socket.pause()
    client.socket.write(get('/large') + get('/cart'))
    await expect.poll(() => rendered).toBe(1)
    await expect.poll(() => connectionsOf(door)).toBe(0)
    expect(rendered).toBe(1)
  })
})

test('more than 200 headers get 431, and nothing is rendered', async () => {
  const client = await open(ATTACKER)
  const headers = Array.from({ length: 200 }, (_, index) => `h${index}: a\r\n`).join('')
  client.socket.write(`GET /events HTTP/1.1\r\nHost: aurora.localhost:${door.port}\r\n${headers}\r\n`)
  await client.closed
  expect(client.received()).toMatch(/^HTTP\/1\.1 431 /)
  expect(rendered).toBe(0)
})

test('headers over 16 KB get 431', async () => {
  const client = await open(ATTACKER)
  client.socket.write(`GET / HTTP/1.1\r\nHost: aurora.localhost\r\n${'x: y\r\n'.repeat(10_000)}\r\n`)
  await client.closed
  expect(client.received()).toMatch(/^HTTP\/1\.1 431 /)
})
