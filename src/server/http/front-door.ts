import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { fail, statusOf, type ErrorCode } from '#contracts/errors.ts'
import type { Context } from '../context.ts'
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
  const listener: RequestListener = (request, response) => {
    const requestId = randomUUID()
    const { isHttps } = readClient(request, context.config.TRUSTED_PROXIES)
    const host = readHost(request.headers.host)
    const path = pathOf(request)
    secure(response, { isHttps, requestId })
    if (!host || path === undefined) return refuse(response, 'BAD_REQUEST')
    if (answerHealth(context, response, path)) return
    const origin = `${isHttps ? 'https' : 'http'}://${request.headers.host}`
    if (!isOwnOrigin(request, origin)) return refuse(response, 'FORBIDDEN_ORIGIN')
    strip(request)
    if (serveFile(request, response, path)) return
    if (path === '/api' || path.startsWith('/api/')) return void answerApi(request, response)
    void renderPage(request, response, undefined, { context, requestId })
  }
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 30_000 }, listener)
  server.headersTimeout = 20_000
  return server
}

/** The path alone, decoded; undefined when it can't be read. */
function pathOf(request: IncomingMessage): string | undefined {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  if (!path.startsWith('/')) return undefined
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Headers that only a trusted proxy may set have been read; nobody behind the door shall read them again. */
function strip(request: IncomingMessage): void {
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete request.headers[name]
  }
}

function refuse(response: ServerResponse, code: ErrorCode): void {
  const body = JSON.stringify(fail(code))
  response
    .writeHead(statusOf(code), { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(body)
}
