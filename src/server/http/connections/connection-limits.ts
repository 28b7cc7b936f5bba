import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientNetworkOf } from '#server/people/sessions/limits.ts'
import { EarlyResponse } from './early-response.ts'

export interface ConnectionLimits {
  total: number
  /** Limit per client: an IPv4 address or an IPv6 /64 network. */
  perClient: number
}

/** Maximum number of pipelined requests. Browsers and proxies don't pipeline. */
const MAX_PIPELINED = 4
const MAX_HEADERS = 200
const LOOKED_AT = 32
/** File descriptors reserved for files, database, DNS and child processes. */
const OTHER_DESCRIPTORS = 300
const MAX_CONNECTIONS = 10_000

function defaultConnectionLimits(): ConnectionLimits {
  const total = Math.min(MAX_CONNECTIONS, Math.max(openFilesLimit() - OTHER_DESCRIPTORS, 100))
  return { total, perClient: Math.max(100, total / 10) }
}

function openFilesLimit(): number {
  // The report's type is `object`; Node documents `userLimits.open_files.soft` as a number or "unlimited".
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = Number(report.userLimits?.open_files?.soft)
  return Number.isNaN(soft) ? Infinity : soft
}

const TIME_LIMITS = {
  /**
   * Time for which idle connections are kept. Longer than in proxies, so that the proxy closes first and doesn't send a
   * request on a connection that is being closed.
   */
  keepAliveTimeout: 65_000,
  headersTimeout: 20_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
}
/** Timeout in milliseconds for a client that doesn't read its response. */
const STALLED_MS = 60_000

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Creates an HTTP server that limits each client's time, connections and pipelined requests, and each request's headers. */
export function createLimitedServer(
  listener: Listener,
  trustedProxies: readonly string[],
  limits: ConnectionLimits = defaultConnectionLimits(),
): Server {
  const latest = new WeakMap<Socket, LatestRequest>()
  // Requests without a host or with an `Expect` header are handled here too, because Node's own responses to them wouldn't be
  // counted.
  const options = { ...TIME_LIMITS, ServerResponse: EarlyResponse, requireHostHeader: false }
  const server = createServer(options)
  for (const event of ['request', 'checkExpectation'])
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request
      const before = latest.get(socket)?.response
      if (isFlood(latest, response)) endFlood(socket)
      // `rawHeaders` contains names and values in turn.
      else if (request.rawHeaders.length > 2 * MAX_HEADERS)
        response.writeHead(431, { Connection: 'close' }).end()
      // With pipelined requests, a response has no socket until all earlier ones on the connection are sent.
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
  pipelined: number
}

/** True for a request over the pipelining limit, and for all later requests on its connection. */
function isFlood(latest: WeakMap<Socket, LatestRequest>, response: ServerResponse): boolean {
  const { socket } = response.req
  const pipelined = response.socket ? 0 : (latest.get(socket)?.pipelined ?? 0) + 1
  latest.set(socket, { response, pipelined })
  return pipelined > MAX_PIPELINED || socket.destroyed
}

/**
 * Stops the parser. Even after the socket is closed, Node emits every request in the up to 64 KB that it has already read:
 * 2,000 requests take 40 ms. The parser stops when its (undocumented) handler returns a negative value.
 */
function endFlood(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => -1
  socket.destroy()
}

/** True while the connection waits for a request or the rest of one, or for the client to read the response. */
const waitsForClient = (response: ServerResponse | undefined): boolean =>
  !response || response.writableEnded || !response.req.complete

/**
 * Creates the register of open connections. A new connection over the limit replaces the oldest one that waits for its
 * client; if there is none, the new one is closed. Idle connections therefore can't block other clients, even behind the
 * same address.
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

/**
 * Returns the key under which a client's connections are counted. Undefined for trusted proxies and local programs,
 * which have no limit per client.
 */
function clientOf(remoteAddress: string, trustedProxies: readonly string[]): string | undefined {
  const address = remoteAddress.startsWith('::ffff:') ? remoteAddress.slice(7) : remoteAddress
  const isProxy = address === '127.0.0.1' || address === '::1' || trustedProxies.includes(address)
  return isProxy ? undefined : clientNetworkOf(address)
}

/**
 * Closes the oldest connection that may be closed. Returns false if none of the checked connections may be; the next call
 * checks others.
 */
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
