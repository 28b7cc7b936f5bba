import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openContext } from './support/context.ts'
import { EVENT_HOST } from './support/event-page.ts'
import { reportUsage } from './support/usage.ts'

/** As @astrojs/node leaves it in `mode: 'middleware'`. */
type Handler = (
  ...call: [request: IncomingMessage, response: ServerResponse, next: undefined, locals: App.Locals]
) => unknown

/** The same pages from the build that ASTRO_DEFAULTS names, on node:http with nothing in front. */
const { context, close } = await openContext(process.env)
const { handler }: { handler: Handler } = await import(process.env['ASTRO_DEFAULTS'] ?? '')
const site = context.sites.resolve(EVENT_HOST)
const server = createServer((request, response) => {
  void handler(request, response, undefined, { context, site, requestId: randomUUID() })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
reportUsage(close)
// A TCP server that listens has an address with a port.
process.send?.({ port: (server.address() as AddressInfo).port })
