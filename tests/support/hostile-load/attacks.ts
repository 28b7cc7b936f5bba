import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { startSwarm, type Speak, type Swarm, type SwarmSize } from './swarm.ts'

interface Attack {
  size: SwarmSize
  clients: number
  speak: (facts: AttackFacts) => Speak
}

export interface AttackFacts {
  host: string
  path: string
  bearer: string
}

const MEGABYTE = 1024 * 1024
const UPLOAD_BYTES = 50 * MEGABYTE
const CHUNK = Buffer.alloc(64 * 1024, 'a')
const SLOW_MS = 1000
/** Total bandwidth of an attack: 1 Gbit/s. */
const BYTES_PER_SECOND = 128 * MEGABYTE

export const ATTACKS: Readonly<Record<string, Attack>> = {
  idle: {
    size: { connections: 10_000, perSecond: 2000 },
    clients: 20,
    speak: () => () => undefined,
  },
  'idle-one-client': {
    size: { connections: 10_000, perSecond: 1000 },
    clients: 1,
    speak: () => () => undefined,
  },
  'slow-headers': {
    size: { connections: 2000, perSecond: 1000 },
    clients: 20,
    speak:
      ({ host }) =>
      (socket) => {
        socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n`)
        repeat(socket, () => socket.write(`X-${randomUUID().slice(0, 8)}: a\r\n`))
      },
  },
  'slow-bodies': {
    size: { connections: 2000, perSecond: 1000 },
    clients: 20,
    speak: (facts) => (socket, index) => {
      const route = ROUTES[index % ROUTES.length] ?? '/'
      socket.write(head(route, facts, `Content-Length: ${index % 2 ? 15_000 : 60_000}`))
      repeat(socket, () => socket.write('a'))
    },
  },
  'announced-uploads': {
    size: { connections: 20, perSecond: 100 },
    clients: 20,
    speak: (facts) => (socket, index) => {
      socket.write(head(ROUTES[index % ROUTES.length] ?? '/', facts, `Content-Length: ${UPLOAD_BYTES}`))
      pour(socket, { bytes: UPLOAD_BYTES, share: 1 / 20 }, (chunk) => socket.write(chunk))
    },
  },
  'chunked-uploads': {
    size: { connections: 20, perSecond: 100 },
    clients: 20,
    speak: (facts) => (socket, index) => {
      socket.write(head(ROUTES[index % ROUTES.length] ?? '/', facts, 'Transfer-Encoding: chunked'))
      pour(socket, { bytes: UPLOAD_BYTES, share: 1 / 20 }, (chunk) => {
        socket.write(`${chunk.length.toString(16)}\r\n`)
        socket.write(chunk)
        return socket.write('\r\n')
      })
    },
  },
  'held-uploads': {
    size: { connections: 400, perSecond: 50 },
    clients: 20,
    speak: (facts) => (socket) => {
      socket.write(head('POST /api/auth/customer/avatar', facts, `Content-Length: ${8 * MEGABYTE}`))
      pour(socket, { bytes: 7 * MEGABYTE, share: 1 / 400 }, (chunk) => socket.write(chunk))
    },
  },
  'many-headers': {
    size: { connections: 20, perSecond: 300 },
    clients: 20,
    speak:
      ({ host, path }) =>
      (socket, index) => {
        const many = Array.from({ length: index % 2 ? 900 : 8000 }, (_, count) => `h${count}: ${count}\r\n`)
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${many.join('')}Connection: close\r\n\r\n`)
      },
  },
  pipelined: {
    size: { connections: 10, perSecond: 20 },
    clients: 20,
    speak:
      ({ host, path }) =>
      (socket, index) => {
        socket.pause()
        const asked = index % 2 ? path : '/api/public/events'
        socket.write(`GET ${asked} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(2000))
      },
  },
  'slow-readers': {
    size: { connections: 500, perSecond: 200 },
    clients: 20,
    speak:
      ({ host, path }) =>
      (socket) => {
        socket.pause()
        const ask = (): unknown => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
        ask()
        repeat(socket, ask)
      },
  },
}

/** Method and path: forms, public calls, calls and uploads of an account. */
const ROUTES = [
  'POST /cart',
  'POST /api/auth/customer/avatar',
  'PUT /api/public/carts/00000000-0000-4000-8000-000000000000',
  'POST /api/payments/webhook',
  'POST /nothing-here',
  'POST /api/public/promo-codes/validate',
]

const head = (route: string, { host, bearer }: AttackFacts, ...headers: string[]): string =>
  [
    `${route} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Authorization: Bearer ${bearer}`,
    ...headers,
    '\r\n',
  ].join('\r\n')

function repeat(socket: Socket, work: () => unknown): void {
  const timer = setInterval(work, SLOW_MS)
  socket.once('close', () => clearInterval(timer))
}

/** Sends without reading responses, with a share of the bandwidth. */
function pour(
  socket: Socket,
  { bytes, share }: { bytes: number; share: number },
  write: (chunk: Buffer) => unknown,
): void {
  let left = bytes
  const work = (): void => {
    if (socket.writableNeedDrain || !socket.writable) return
    write(CHUNK)
    left -= CHUNK.length
    if (left <= 0) clearInterval(timer)
  }
  const timer = setInterval(work, (1000 * CHUNK.length) / (BYTES_PER_SECOND * share))
  socket.once('close', () => clearInterval(timer))
}

/** Starts an attack with a share of its connections, by default all. */
export function startAttack(
  name: string,
  { port, facts, share = 1 }: { port: number; facts: AttackFacts; share?: number },
): Swarm {
  const attack = ATTACKS[name]
  if (!attack) throw new Error(`There is no attack "${name}".`)
  const from = Array.from({ length: attack.clients }, (_, index) => `127.0.1.${index + 1}`)
  const { connections, perSecond } = attack.size
  const size = { connections: Math.ceil(connections * share), perSecond: Math.ceil(perSecond * share) }
  return startSwarm({ port, from }, size, attack.speak(facts))
}
