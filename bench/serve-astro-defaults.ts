import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openContext } from './support/context.ts'
import { reportUsage } from './support/usage.ts'

declare global {
  // Only `var` declares properties of globalThis.
  var benchLocals: Pick<App.Locals, 'context'> | undefined
}

/** Serves the same pages from the build in ASTRO_DEFAULTS with Astro's standalone Node adapter. */
process.env['ASTRO_NODE_AUTOSTART'] = 'disabled'
const { context, close } = await openContext(process.env)
globalThis.benchLocals = { context }
const { handler }: { handler: RequestListener } = await import(process.env['ASTRO_DEFAULTS'] ?? '')
const server = createServer(handler)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
reportUsage(close)
// A listening TCP server has an address with a port.
process.send?.({ port: (server.address() as AddressInfo).port })
