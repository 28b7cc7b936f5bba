import type { Server, ServerResponse } from 'node:http'
import { setImmediate as whatCameIn, setTimeout as pause } from 'node:timers/promises'

export interface Drain {
  isDraining: () => boolean
  /** Tracks a response that isn't sent at once. */
  watch: (response: ServerResponse) => void
  /**
   * Answers with `Connection: close` until no requests arrive, then closes the server. Resolves after the last response;
   * destroys the remaining connections after `patienceMs`.
   */
  run: (server: Server, patienceMs: number) => Promise<void>
}

/** Period without requests after which the load balancer has noticed `/readyz`, or there is none. */
const QUIET_MS = 250
/** Maximum wait for such a period. */
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
      // Requests already received are read before idle connections are closed.
      await whatCameIn()
      await close(server, patienceMs)
    },
  }
}

/** Node closes the connection after a response with `Connection: close`, and clients send nothing more on it. */
function sayGoodbye(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

function close(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Responses whose headers were sent earlier leave their connection open.
    const look = setInterval(() => setImmediate(() => server.closeIdleConnections()), LOOK_EVERY_MS)
    const giveUp = setTimeout(() => server.closeAllConnections(), patienceMs)
    server.close(() => {
      clearInterval(look)
      clearTimeout(giveUp)
      resolve()
    })
  })
}
