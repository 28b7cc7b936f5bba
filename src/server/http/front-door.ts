import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { fail, statusOf, type ErrorCode } from '#contracts/errors.ts'
import type { Context } from '../context.ts'
import { isDatabaseDown } from '../db/is-database-down.ts'
import { createApi } from './api.ts'
import { answerHealth } from './health.ts'
import { readHost } from './host.ts'
import { isOwnOrigin, readClient, secure } from './security.ts'
import type { ServeFile } from './static-files.ts'

/** Astro's handler as the build leaves it: renders pages with the locals it is given. */
export type RenderPage = (
  ...call: [
    request: IncomingMessage,
    response: ServerResponse,
    next: undefined,
    locals: Pick<App.Locals, 'context' | 'requestId'>,
  ]
) => unknown

/**
 * The one door: decides host, client and origin, then files → API → pages. What it forwards says only what it has decided:
 * no forwarded header gets past it.
 */
export function createFrontDoor(parts: {
  context: Context
  serveFile: ServeFile
  renderPage: RenderPage
}): Server {
  const { context, serveFile, renderPage } = parts
  const answerApi = getRequestListener(createApi(context).fetch)
  const answer = (request: IncomingMessage, response: ServerResponse, requestId: string): unknown => {
    const { isHttps } = readClient(request, context.config.TRUSTED_PROXIES)
    const path = pathOf(request)
    secure(response, { isHttps, requestId })
    if (!hasOneHost(request) || path === undefined) return refuse(response, 'BAD_REQUEST')
    if (answerHealth(context, response, path)) return
    const origin = `${isHttps ? 'https' : 'http'}://${request.headers.host}`
    if (!isOwnOrigin(request, origin)) return refuse(response, 'FORBIDDEN_ORIGIN')
    strip(request)
    if (serveFile(request, response, path)) return
    if (path === '/api' || path.startsWith('/api/')) return answerApi(request, response)
    return renderPage(request, response, undefined, { context, requestId })
  }
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 30_000 }, (request, response) => {
    const requestId = randomUUID()
    Promise.try(answer, request, response, requestId).catch((error: unknown) => {
      context.log.error({ err: error, requestId, path: request.url }, 'A request broke')
      giveUp(response, isDatabaseDown(error) ? 'UNAVAILABLE' : 'INTERNAL_ERROR')
    })
  })
  server.headersTimeout = 20_000
  return server
}

/** Two hosts in one request are an attempt to be taken for somebody else by one of those who read it. */
function hasOneHost(request: IncomingMessage): boolean {
  const hosts = request.rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text))
  return hosts.length === 1 && readHost(request.headers.host) !== undefined
}

/** The path alone, decoded; undefined when it can't be read. */
function pathOf(request: IncomingMessage): string | undefined {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  if (!path.startsWith('/')) return undefined
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}

/** Headers that only a trusted proxy may set have been read; nobody behind the door shall read them again. */
function strip(request: IncomingMessage): void {
  const forwarded = Object.keys(request.headers).filter(isForwarded)
  if (forwarded.length === 0) return
  for (const name of forwarded) delete request.headers[name]
  // Names and values take turns.
  request.rawHeaders = request.rawHeaders.filter(
    (_, index, all) => !isForwarded(all[index - (index % 2)] ?? ''),
  )
}

const isForwarded = (name: string): boolean => /^(x-forwarded-.*|forwarded)$/i.test(name)

function refuse(response: ServerResponse, code: ErrorCode): void {
  const body = JSON.stringify(fail(code))
  response
    .writeHead(statusOf(code), { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(body)
}

/** An answer that has begun can't be taken back: the connection breaks, so that nobody takes it for a whole one. */
function giveUp(response: ServerResponse, code: ErrorCode): void {
  if (response.headersSent) return void response.destroy()
  for (const name of response.getHeaderNames()) {
    if (name.startsWith('content-') || name === 'set-cookie') response.removeHeader(name)
  }
  refuse(response, code)
}
