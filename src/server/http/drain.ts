import type { Server, ServerResponse } from 'node:http'
import { setImmediate as whatCameIn, setTimeout as pause } from 'node:timers/promises'

/** A way to stop that cuts nobody off. */
export interface Drain {
  /** True from the moment on that it was asked to run. */
  isDraining: () => boolean
  /** Told of every answer that isn't given at once. */
  watch: (response: ServerResponse) => void
  /**
   * Answers whatever arrives until nobody asks any more, and tells every client not to come back on the same connection; then
   * accepts no more, and resolves when the last answer has gone. After `patienceMs` the rest are cut off.
   */
  run: (server: Server, patienceMs: number) => Promise<void>
}

/** Nobody has asked anything for so long: the balancer in front has noticed what `/readyz` says, or there is none. */
const QUIET_MS = 250
/** A crowd that doesn't go quiet is left standing after this. */
const LAST_CALL_MS = 5000
const LOOK_EVERY_MS = 50

export function createDrain(): Drain {
  const underWay = new Set<ServerResponse>()
  let isDraining = false
  return {
    isDraining: () => isDraining,
    watch: (response) => {
      underWay.add(response)
      response.once('close', () => underWay.delete(response))
    },
    run: async (server, patienceMs) => {
      isDraining = true
      let askedAt = performance.now()
      server.prependListener('request', (_, response: ServerResponse) => {
        askedAt = performance.now()
        sayGoodbye(response)
      })
      for (const response of underWay) sayGoodbye(response)
      const closesAt = askedAt + LAST_CALL_MS
      while (performance.now() < Math.min(closesAt, askedAt + QUIET_MS)) await pause(LOOK_EVERY_MS)
      // What has been sent to a connection meanwhile is read before the idle ones are closed.
      await whatCameIn()
      await close(server, patienceMs)
    },
  }
}

/** Node closes the connection behind an answer that says so, and clients send nothing more on it. */
function sayGoodbye(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

function close(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // An answer whose head had gone out before it could say goodbye leaves its connection open.
    const look = setInterval(() => setImmediate(() => server.closeIdleConnections()), LOOK_EVERY_MS)
    const giveUp = setTimeout(() => server.closeAllConnections(), patienceMs)
    server.close(() => {
      clearInterval(look)
      clearTimeout(giveUp)
      resolve()
    })
  })
}
