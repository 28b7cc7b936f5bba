import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { urls } from '#contracts/urls.ts'
import type { Context } from '../context.ts'
import { isDatabaseDown } from '../db/is-database-down.ts'
import type { Client } from '../use-case.ts'
import { createApi } from './api.ts'
import { createAskedReader, type Asked } from './asked-page.ts'
import { createDrain, type Drain } from './drain.ts'
import { answerHealth } from './health.ts'
import type { PageCache } from './page-cache.ts'
import { hasLeft } from './page-request.ts'
import { createPages, type AddPreloads, type RenderPage } from './pages.ts'
import { giveUp, refuse } from './refusals.ts'
import { isOwnOrigin, readClient, secure } from './security.ts'
import type { ServeFile } from './static-files.ts'

/**
 * The one door: decides host, client and origin, then public pages → files → API → other pages. What it forwards says only
 * what it has decided: no forwarded header gets past it.
 */
export function createFrontDoor(parts: {
  context: Context
  cache: PageCache
  serveFile: ServeFile
  renderPage: RenderPage
  addPreloads: AddPreloads
  drain?: Drain
}): Server {
  const { context, serveFile, drain = createDrain() } = parts
  const api = createApi(context)
  const clients = new WeakMap<object, Pick<Client, 'address' | 'origin'>>()
  const answerApi = getRequestListener((request, env) =>
    api.fetch(request, { ...env, client: clients.get(env.incoming) }),
  )
  const readAsked = createAskedReader(context.sites)
  const pages = createPages(parts)
  const answer = (request: IncomingMessage, response: ServerResponse, facts: Facts): unknown => {
    const { asked, isHttps } = facts
    secure(response, facts)
    if (!asked) return refuse(response, 'BAD_REQUEST')
    const { path } = asked
    if (answerHealth(context, response, { path, isDraining: drain.isDraining() })) return
    if (!isOwnOrigin(request, `${isHttps ? 'https' : 'http'}://${request.headers.host}`))
      return refuse(response, 'FORBIDDEN_ORIGIN')
    strip(request)
    if (serveFile(request, response, path)) return
    if (path === '/api' || path.startsWith('/api/') || path.startsWith(urls.upload(''))) {
      clients.set(request, { address: facts.address, origin: asked.origin })
      return answerApi(request, response)
    }
    return pages.answer(request, response, { ...asked, requestId: facts.requestId })
  }
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 30_000 }, (request, response) => {
    const { address, isHttps } = readClient(request, context.config.TRUSTED_PROXIES)
    const asked = readAsked(request, isHttps)
    // Most requests end here; what follows is not paid for by them.
    const answered = asked && pages.answerPublic(request, response, asked)
    if (answered === true) return
    drain.watch(response)
    const facts = { asked, address, isHttps, requestId: randomUUID() }
    const { requestId } = facts
    Promise.try(() => answered || answer(request, response, facts)).catch((error: unknown) => {
      if (request.socket.destroyed && hasLeft(error)) return
      if (!response.headersSent) secure(response, facts)
      context.log.error({ err: error, requestId, path: request.url }, 'A request broke')
      giveUp(response, isDatabaseDown(error) ? 'UNAVAILABLE' : 'INTERNAL_ERROR')
    })
  })
  server.headersTimeout = 20_000
  return server
}

interface Facts {
  /** Undefined when host or address can't be read. */
  asked: Asked | undefined
  address: string
  isHttps: boolean
  requestId: string
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
