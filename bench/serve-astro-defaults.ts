import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readConfig } from '#server/config.ts'
import { createContext, createLog } from '#server/create-context.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { RenderPage } from '#server/http/front-door.ts'
import { reportUsage } from './support/usage.ts'

/** The same pages from the build that ASTRO_DEFAULTS names, on node:http with nothing in front. */
const config = readConfig(process.env)
const log = createLog(config)
const { db, close } = await openDatabase(config, log, { exclusive: false })
const context = await createContext({ config, db, log })
const { handler }: { handler: RenderPage } = await import(process.env['ASTRO_DEFAULTS'] ?? '')
const server = createServer((request, response) => {
  void handler(request, response, undefined, { context, requestId: randomUUID() })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
reportUsage(close)
// A TCP server that listens has an address with a port.
process.send?.({ port: (server.address() as AddressInfo).port })
