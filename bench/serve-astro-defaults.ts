import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openContext } from './support/context.ts'
import { reportUsage } from './support/usage.ts'

declare global {
  // Only `var` declares what belongs to globalThis.
  var benchLocals: Pick<App.Locals, 'context'> | undefined
}

/** The same pages from the build that ASTRO_DEFAULTS names, as Astro's own Node adapter serves them. */
process.env['ASTRO_NODE_AUTOSTART'] = 'disabled'
const { context, close } = await openContext(process.env)
globalThis.benchLocals = { context }
const { handler }: { handler: RequestListener } = await import(process.env['ASTRO_DEFAULTS'] ?? '')
const server = createServer(handler)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
reportUsage(close)
// A TCP server that listens has an address with a port.
process.send?.({ port: (server.address() as AddressInfo).port })
