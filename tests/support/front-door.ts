import { connect, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { createFrontDoor, type RenderPage } from '#server/http/front-door.ts'
import type { ServeFile } from '#server/http/static-files.ts'
import { createTestDatabase } from './database.ts'
import { insertEvent, insertPromoter } from './factories.ts'

/** An answer as the socket gave it. */
export interface RawAnswer {
  status: number
  headers: Headers
  body: Buffer
  text: string
}

export interface Door {
  port: number
  context: Context
  eventId: string
  /** What was logged, one object a line. */
  logged: Record<string, unknown>[]
  /** Speaks HTTP/1.1 by hand: the host is the storefront's unless the headers name one (null: none at all). */
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

interface Parts {
  environment?: Record<string, string>
  serveFile?: ServeFile
  renderPage?: RenderPage
}

const nothingRendered: RenderPage = (_request, response) => response.end('a page')

/** The real front door on a free port, with a promoter `aurora.localhost` and one event behind it. */
export async function openFrontDoor(parts: Parts = {}): Promise<Door> {
  const { environment = {}, serveFile = () => false, renderPage = nothingRendered } = parts
  const { db, address, drop } = await createTestDatabase()
  const promoterId = await insertPromoter(db, 'Aurora')
  const eventId = await insertEvent(db, { promoterId, startsAt: new Date(Date.now() + 86_400_000) })
  const logged: Record<string, unknown>[] = []
  const context = await createContext({
    config: readConfig(environment),
    db,
    connection: address,
    log: pino({}, collect(logged)),
  })
  const server = createFrontDoor({ context, serveFile, renderPage })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    port,
    context,
    eventId,
    logged,
    send: (request) => send(port, request),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await context.holds.close()
      await drop()
    },
  }
}

const collect = (lines: Record<string, unknown>[]): Writable =>
  new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(JSON.parse(line.toString()))
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

/** Sends the text as it stands and reads until the server hangs up. */
export function exchange(port: number, text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const finish = (): void => {
      if (chunks.length > 0) resolve(parse(Buffer.concat(chunks)))
      else reject(new Error('The server hung up without a word.'))
    }
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    // A server that has refused a request may cut off what is still on its way.
    socket
      .on('data', (chunk: Buffer) => chunks.push(chunk))
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
  return { status: Number(first.split(' ')[1]), headers, body, text: body.toString() }
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
