import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Target {
  port: number
  /** Loopback addresses of the connections, used in turn. */
  from: readonly string[]
}

/** Behaviour of an attack per connection. */
export type Speak = (socket: Socket, index: number) => void

export interface SwarmSize {
  /** Concurrent connections; closed ones are replaced. */
  connections: number
  /** Maximum number of new connections per second. */
  perSecond: number
}

export interface SwarmCounts {
  opened: number
  open: number
  mostOpen: number
  /** First status line of each connection: `408` or, if the server closed it without one, `none`. */
  statuses: Record<string, number>
}

export interface Swarm {
  counts: () => SwarmCounts
  stop: () => Promise<void>
}

const TICK_MS = 20

/** Hostile connections: plain sockets that neither wait for responses nor follow the protocol. */
export function startSwarm(target: Target, size: SwarmSize, speak: Speak): Swarm {
  const sockets = new Set<Socket>()
  const counts: SwarmCounts = { opened: 0, open: 0, mostOpen: 0, statuses: {} }
  const open = (): void => {
    const index = counts.opened
    counts.opened += 1
    const socket = connect({
      host: '127.0.0.1',
      port: target.port,
      localAddress: target.from[index % target.from.length],
    })
    sockets.add(socket)
    counts.mostOpen = Math.max(counts.mostOpen, sockets.size)
    let status = 'none'
    socket
      .once('connect', () => speak(socket, index))
      .once('data', (bytes: Buffer) => {
        status = /^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1', 0, 12))?.[1] ?? 'none'
      })
      .on('error', () => undefined)
      .once('close', () => {
        sockets.delete(socket)
        counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
      })
  }
  let allowed = 0
  let lastAt = performance.now()
  const ticking = setInterval(() => {
    const now = performance.now()
    allowed = Math.min(allowed + ((now - lastAt) * size.perSecond) / 1000, size.perSecond)
    lastAt = now
    for (; allowed >= 1 && sockets.size < size.connections; allowed -= 1) open()
  }, TICK_MS)
  return {
    counts: () => ({ ...counts, open: sockets.size }),
    stop: async () => {
      clearInterval(ticking)
      for (const socket of sockets) socket.destroy()
      await Promise.all([...sockets].map((socket) => once(socket, 'close').catch(() => undefined)))
    },
  }
}
