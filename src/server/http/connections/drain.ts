import type { Server, ServerResponse } from 'node:http'
import { setImmediate as receivedRequests, setTimeout as pause } from 'node:timers/promises'

export interface Drain {
  isDraining: () => boolean
  watch: (response: ServerResponse) => void
  /**
   * Adds `Connection: close` to all responses until no more requests arrive, then closes the server. Resolves after the last
   * response. Destroys connections that are still open after `patienceMs`.
   */
  run: (server: Server, patienceMs: number) => Promise<void>
}

/** After this time without requests, the load balancer has noticed the 503 of `/readyz`, or there is none. */
const QUIET_MS = 250
/** Maximum wait for a time without requests. */
const MAX_QUIET_WAIT_MS = 5000
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
        closeAfterResponse(response)
      })
      for (const response of underWay) closeAfterResponse(response)
      const closesAt = askedAt + MAX_QUIET_WAIT_MS
      while (performance.now() < Math.min(closesAt, askedAt + QUIET_MS)) await pause(LOOK_EVERY_MS)
      // Lets the server read requests that have already arrived, before idle connections are closed.
      await receivedRequests()
      await close(server, patienceMs)
    },
  }
}

/** Makes Node close the connection after this response, and tells the client so. */
function closeAfterResponse(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

function close(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Closes connections whose response has no `Connection: close`, because its headers were sent before the drain.
    const look = setInterval(() => setImmediate(() => server.closeIdleConnections()), LOOK_EVERY_MS)
    const giveUp = setTimeout(() => server.closeAllConnections(), patienceMs)
    server.close(() => {
      clearInterval(look)
      clearTimeout(giveUp)
      resolve()
    })
  })
}
