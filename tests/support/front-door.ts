import type { Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import type { PoolConfig } from 'pg'
import { createRequestFromNodeRequest, writeResponse } from 'astro/app/node'
import { createContext as createAstroContext } from 'astro/middleware'
import { setSite } from '#middleware/site.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemClock, type Clock, type Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { createLog } from '#server/platform/create-log.ts'
import type { ConnectionLimits } from '#server/http/connections/connection-limits.ts'
import { createFrontDoor } from '#server/http/front-door.ts'
import { listenForChanges } from '#server/http/page-cache/listen-for-changes.ts'
import { createPageCache, type PageCache } from '#server/http/page-cache/page-cache.ts'
import type { AddPreloads } from '#server/http/pages/pages.ts'
import type { HandlePage } from '#server/http/pages/render-page.ts'
import type { ServeFile } from '#server/http/pages/static-files.ts'
import { createTestDatabase } from './database.ts'
import { insertEvent, insertPromoter } from './factories.ts'
import { TEST_ENCRYPTION_KEY } from './encryption.ts'

export interface RawAnswer {
  status: number
  headers: Headers
  body: Buffer
  text: string
  /** With headers and chunks. */
  raw: Buffer
}

export interface Door {
  port: number
  server: Server
  context: Context
  cache: PageCache
  stage: Stage
  /** Lines of the log, except those of requests. */
  logged: Record<string, unknown>[]
  /** The request log. */
  requests: Record<string, unknown>[]
  send: (request: RawRequest) => Promise<RawAnswer>
  close: () => Promise<void>
}

export interface RawRequest {
  method?: string
  path?: string
  host?: string | null
  headers?: Record<string, string>
  body?: string
}

/** Replaces Astro: renders a page for a request. */
export type RenderPage = (request: Request, locals: App.Locals) => Promise<Response>

/** A database with the promoter `aurora.localhost` and one event. */
interface Stage {
  database: Pick<Awaited<ReturnType<typeof createTestDatabase>>, 'db' | 'address'>
  promoterId: string
  eventId: string
}

interface Parts {
  environment?: Record<string, string>
  clock?: Clock
  serveFile?: ServeFile
  renderPage?: RenderPage
  addPreloads?: AddPreloads
  /** Another node on the same database. */
  beside?: Pick<Door, 'stage'>
  /** Instead of the stage's address. */
  connection?: PoolConfig
  /** Listens to notifications like a running Foyer. */
  listens?: boolean
  /** Opens before the hosts have been loaded. */
  isImpatient?: boolean
  connectionLimits?: ConnectionLimits
}

/** Pages as exported by the build: with the conversions of @astrojs/node and the site middleware. */
export const pagesOf =
  (renderPage: RenderPage): HandlePage =>
  async (...[incoming, response, , handed]) => {
    const request = createRequestFromNodeRequest(incoming)
    // The middleware adds the missing site.
    const locals = handed as App.Locals
    try {
      const context = createAstroContext({ request, locals, defaultLocale: 'en' })
      const rendered = await setSite(context, () => renderPage(request, locals))
      if (rendered) await writeResponse(rendered, response)
    } catch {
      response.statusCode = 500
      response.end('Internal Server Error')
    }
  }

const nothingRendered: RenderPage = () => Promise.resolve(new Response('a page'))

/** Uses another front door's stage, or sets one of its own. */
const openStage = async (beside: Parts['beside']) =>
  beside ? { stage: beside.stage, drop: () => undefined } : setStage()

/** Opens the real front door on a free port. */
export async function openFrontDoor(parts: Parts = {}): Promise<Door> {
  const { environment = {}, clock = systemClock, renderPage = nothingRendered, beside } = parts
  const { stage, drop } = await openStage(beside)
  const { db, address } = stage.database
  const connection = parts.connection ?? address
  const config = readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, ...environment })
  const logged: Record<string, unknown>[] = []
  const requests: Record<string, unknown>[] = []
  const context = await createContext({
    config,
    db,
    connection,
    log: createLog(config, { destination: collect(logged, requests) }),
    clock,
  })
  if (!parts.isImpatient) await context.sites.whenReady(60_000)
  const cache = createPageCache({ clock, maxPages: 100, maxBodyBytes: 10_000_000 })
  const listening = parts.listens ? await listenForChanges({ context, connection, cache }) : undefined
  const server = createFrontDoor({
    context,
    cache,
    handlePage: pagesOf(renderPage),
    serveFile: parts.serveFile ?? (() => false),
    addPreloads: parts.addPreloads ?? ((html) => html),
    connectionLimits: parts.connectionLimits,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    port,
    server,
    context,
    cache,
    stage,
    logged,
    requests,
    send: (request) => send(port, request),
    close: async () => {
      await closeServer(server)
      await listening?.stop()
      await context.close()
      await drop()
    },
  }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

async function setStage(): Promise<{ stage: Stage; drop: () => Promise<void> }> {
  const { drop, ...database } = await createTestDatabase()
  const promoterId = await insertPromoter(database.db, 'Aurora')
  const startsAt = new Date(Date.now() + 86_400_000)
  const eventId = await insertEvent(database.db, { promoterId, startsAt })
  return { stage: { database, promoterId, eventId }, drop }
}

const collect = (lines: Record<string, unknown>[], requests: Record<string, unknown>[]): Writable =>
  new Writable({
    write: (text: Buffer, _encoding, done) => {
      const line = JSON.parse(text.toString())
      ;(line.msg === 'Request' ? requests : lines).push(line)
      done()
    },
  })

function send(port: number, request: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', path = '/', host = `aurora.localhost:${port}`, headers = {}, body } = request
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(host === null ? [] : [`Host: ${host}`]),
    'Connection: close',
    ...(body === undefined || 'Transfer-Encoding' in headers
      ? []
      : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return exchange(port, `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

/** Sends raw text and reads until the server closes. `hear` gets the data received so far. */
export function exchange(
  port: number,
  text: string,
  hear: (soFar: string) => void = () => undefined,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const finish = (): void => {
      if (chunks.length > 0) resolve(parse(Buffer.concat(chunks)))
      else reject(new Error('The server hung up without a word.'))
    }
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    // A server that refused a request may cut off the rest.
    socket
      .on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        hear(Buffer.concat(chunks).toString())
      })
      .once('error', finish)
      .once('close', finish)
  })
}

function parse(raw: Buffer): RawAnswer {
  const end = raw.indexOf('\r\n\r\n')
  const [first = '', ...lines] = raw.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const rest = raw.subarray(end + 4)
  const body = headers.get('transfer-encoding') === 'chunked' ? unchunk(rest) : rest
  return { status: Number(first.split(' ')[1]), headers, body, text: body.toString(), raw }
}

function unchunk(raw: Buffer): Buffer {
  const chunks: Buffer[] = []
  let rest = raw
  for (;;) {
    const start = rest.indexOf('\r\n') + 2
    const size = Number.parseInt(rest.subarray(0, start).toString(), 16)
    if (!(size > 0)) return Buffer.concat(chunks)
    chunks.push(rest.subarray(start, start + size))
    rest = rest.subarray(start + size + 2)
  }
}
