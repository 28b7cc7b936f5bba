import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../accounts/limits.ts'
import { EarlyResponse } from './early-response.ts'

/** How many connections a process has open at most. */
export interface ConnectionLimits {
  total: number
  /** Of one client: an IPv4 address or an IPv6 /64. */
  perClient: number
}

/** Answers that a connection may be owed at once. Browsers and proxies send one request at a time. */
const MOST_PIPELINED = 4
/** How many of a client's connections are looked at for one that can be closed. */
const LOOKED_AT = 32
/** Files, the database, DNS and child processes need descriptors as well. */
const OTHER_DESCRIPTORS = 300
const MOST_CONNECTIONS = 10_000

/** Fits the limits to the descriptors that the operating system allows this process. */
function defaultConnectionLimits(): ConnectionLimits {
  const total = Math.min(MOST_CONNECTIONS, Math.max(openFilesLimit() - OTHER_DESCRIPTORS, 100))
  return { total, perClient: Math.max(100, total / 10) }
}

function openFilesLimit(): number {
  // The report's type is `object`; Node documents `userLimits.open_files.soft`, a number or "unlimited".
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = Number(report.userLimits?.open_files?.soft)
  return Number.isNaN(soft) ? Infinity : soft
}

const TIME_LIMITS = {
  /** Longer than proxies keep a connection that is not used: they close it, and never send on one that is being closed. */
  keepAliveTimeout: 65_000,
  /** For a request's headers; then it is answered 408, as is a connection on which nothing was sent. */
  headersTimeout: 20_000,
  /** For a whole request; then it is answered 408. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
}
/** A client that does not read its answer. */
const STALLED_MS = 60_000

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** An HTTP server with limits on what a client may take up: time, connections, and requests sent without waiting for answers. */
export function createLimitedServer(
  listener: Listener,
  trustedProxies: readonly string[],
  limits: ConnectionLimits = defaultConnectionLimits(),
): Server {
  const latest = new WeakMap<Socket, LatestRequest>()
  // Requests without a host, and with expectations, come here too: what Node answers by itself is not counted.
  const options = { ...TIME_LIMITS, ServerResponse: EarlyResponse, requireHostHeader: false }
  const server = createServer(options)
  for (const event of ['request', 'checkExpectation'])
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request
      const before = latest.get(socket)?.response
      if (isFlood(latest, response)) endFlood(socket)
      // Node gives a response its socket when those before it have been sent.
      else if (response.socket) listener(request, response)
      else before?.once('close', () => socket.destroyed || listener(request, response))
    })
  server.setTimeout(STALLED_MS)
  const register = createRegister(limits, (socket) => waitsForClient(latest.get(socket)?.response))
  server.on('connection', (socket) => register(socket, clientOf(socket.remoteAddress ?? '', trustedProxies)))
  return server
}

interface LatestRequest {
  response: ServerResponse
  /** How many responses to earlier requests have not been sent yet. */
  pipelined: number
}

/** True for a request that comes behind too many unanswered ones, and for all that come after it. */
function isFlood(latest: WeakMap<Socket, LatestRequest>, response: ServerResponse): boolean {
  const { socket } = response.req
  const pipelined = response.socket ? 0 : (latest.get(socket)?.pipelined ?? 0) + 1
  latest.set(socket, { response, pipelined })
  return pipelined > MOST_PIPELINED || socket.destroyed
}

/**
 * Closes the connection and stops its parser. Node hands on every request in the up to 64 KB that it has read, also after the connection
 * has been closed: 2,000 requests would keep it busy for 40 ms. A negative number of the parser's (undocumented) handler ends this.
 */
function endFlood(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => -1
  socket.destroy()
}

/** True unless the server is working on the request. */
const waitsForClient = (response: ServerResponse | undefined): boolean =>
  !response || response.writableEnded || !response.req.complete

/**
 * Bounds open connections. One that is too many takes the place of the oldest one that waits for its client (for a request, the rest of
 * one, or the client to read an answer), and is closed only when none does. So clients that hold connections open keep nobody else out,
 * not even behind the same address.
 */
function createRegister(
  limits: ConnectionLimits,
  canClose: (socket: Socket) => boolean,
): (socket: Socket, client: string | undefined) => void {
  const all = new Set<Socket>()
  const ofClients = new Map<string, Set<Socket>>()
  return (socket, client) => {
    const own = client === undefined ? undefined : (ofClients.get(client) ?? new Set())
    const isFull =
      (own && own.size >= limits.perClient && !closeOldest(own, canClose)) ||
      (all.size >= limits.total && !closeOldest(all, canClose))
    if (isFull) return void socket.destroy()
    all.add(socket)
    if (client !== undefined && own) ofClients.set(client, own.add(socket))
    socket.once('close', () => {
      all.delete(socket)
      own?.delete(socket)
      if (client !== undefined && own?.size === 0) ofClients.delete(client)
    })
  }
}

/** Undefined for a trusted proxy, and for programs on this machine, which may be proxies: they have no limit of their own. */
function clientOf(remoteAddress: string, trustedProxies: readonly string[]): string | undefined {
  const address = remoteAddress.startsWith('::ffff:') ? remoteAddress.slice(7) : remoteAddress
  const isProxy = address === '127.0.0.1' || address === '::1' || trustedProxies.includes(address)
  return isProxy ? undefined : networkOf(address)
}

/** False when none of those that it looks at can be closed; the next connection makes it look at others. */
function closeOldest(sockets: Set<Socket>, canClose: (socket: Socket) => boolean): boolean {
  let left = LOOKED_AT
  for (const socket of sockets) {
    if (left === 0) return false
    left -= 1
    sockets.delete(socket)
    if (canClose(socket)) {
      socket.destroy()
      return true
    }
    sockets.add(socket)
  }
  return false
}
