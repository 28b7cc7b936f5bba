import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { urls } from '#contracts/platform/urls.ts'
import { maintenanceRetrySeconds, type Maintenance } from '#model/platform/maintenance.ts'
import { isStaffPath, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import { isFromThisMachine } from '#server/messages/delivery/mailbox-access.ts'
import { logSecurityEvent } from '#server/platform/security/security-events.ts'
import { resolveSite, MAX_SITE_WAIT_MS } from '#server/sites/hosts/resolve-site.ts'
import type { SiteIndex } from '#server/sites/hosts/site-index.ts'
import type { Client } from '#server/use-case.ts'
import { answerApplePay } from '#server/http/answers/answer-apple-pay.ts'
import { createApi } from './api.ts'
import { createTargetReader, type PageTarget } from '#server/http/pages/page-target.ts'
import { createLimitedServer, type ConnectionLimits } from '#server/http/connections/connection-limits.ts'
import { createDrain, type Drain } from '#server/http/connections/drain.ts'
import { createMetricsAnswer } from '#server/http/monitoring/answer-metrics.ts'
import { addPageCacheMetrics } from '#server/http/monitoring/page-cache-metrics.ts'
import { recordCachedPage, recordRequestWhenSent } from '#server/http/monitoring/record-when-sent.ts'
import {
  STATIC_FILE,
  startRequestRecord,
  type RequestRecord,
} from '#server/http/monitoring/request-record.ts'
import { answerHealth } from '#server/http/answers/health.ts'
import { createLargeBodyLimiter } from '#server/http/connections/large-bodies.ts'
import { canonicalUrl, redirectTo, addVisitsToUrl } from '#server/http/pages/redirect-to-canonical.ts'
import { isOpenInMaintenance } from '#server/http/pages/maintenance-page.ts'
import type { PageCache } from '#server/http/page-cache/page-cache.ts'
import { hasDisconnected } from '#server/http/pages/page-request.ts'
import { createPages, type AddPreloads, type Pages } from '#server/http/pages/pages.ts'
import { isTrackedVisit, receiveVisit } from '#server/http/pages/receive-visit.ts'
import { removeContentHeaders, sendErrorOrAbort, sendError } from '#server/http/answers/send-error.ts'
import { PageUnavailable, type HandlePage } from '#server/http/pages/render-page.ts'
import { isOwnOrigin, readClient, setSecurityHeaders } from './security.ts'
import type { ServeFile } from '#server/http/pages/static-files.ts'

/**
 * Creates the server that handles every request. Determines host, client and origin, then tries public pages, files, the API
 * and other pages, in this order. Forwarded headers are removed after they were read.
 */
export function createFrontDoor(parts: {
  context: Context
  cache: PageCache
  serveFile: ServeFile
  handlePage: HandlePage
  addPreloads: AddPreloads
  drain?: Drain
  connectionLimits?: ConnectionLimits | undefined
}): Server {
  const { context, drain = createDrain() } = parts
  const readTarget = createTargetReader(context.sites)
  const pages = createPages(parts)
  addPageCacheMetrics(context.metrics.registry, parts.cache)
  const answer = createAnswer({ ...parts, pages, drain })
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now()
    const client = readClient(request, context.config.TRUSTED_PROXIES)
    const target = readTarget(request, client)
    // Most requests are for public pages and are answered here, before the more expensive checks.
    const kind = kindOf(context, request, target)
    const answered = kind === 'public page' && target && pages.answerPublic(request, response, target)
    if (answered === true) return recordCachedPage(context, { response, site: target?.site, startedAt })
    drain.watch(response)
    const record = startRequestRecord(request, { startedAt, site: target?.site })
    recordRequestWhenSent(context, { request, response }, record)
    const { address, isHttps } = client
    const facts = { target, address, isHttps, record, requestId: record.requestId }
    const answerNow = (): unknown => answered || answer(request, response, facts)
    const answerArrival = async (arrived: PageTarget): Promise<unknown> => {
      if (await receiveVisit(context, { request, response }, { ...facts, target: arrived })) return
      return pages.answerPublic(request, response, arrived) || answer(request, response, facts)
    }
    Promise.try(() => (target && kind === 'visit' ? answerArrival(target) : answerNow())).catch(
      (error: unknown) => {
        if (request.socket.destroyed && hasDisconnected(error)) return
        if (!response.headersSent) setSecurityHeaders(response, facts)
        return answerBroken({ context, pages }, { request, response }, { ...facts, error })
      },
    )
  }
  return createLimitedServer(serve, context.config.TRUSTED_PROXIES, parts.connectionLimits)
}

/**
 * Classifies a request. `visit`: a page with tracking parameters. `other`: all requests for `createAnswer`, including all
 * during maintenance.
 */
function kindOf(
  { sites }: Context,
  request: IncomingMessage,
  target: PageTarget | undefined,
): 'public page' | 'visit' | 'other' {
  if (!target || canonicalUrl(request, target) !== undefined) return 'other'
  if (sites.maintenance() && !isOpenInMaintenance(target)) return 'other'
  return isTrackedVisit(request, target) ? 'visit' : 'public page'
}

function createAnswer(parts: { context: Context; pages: Pages; serveFile: ServeFile; drain: Drain }) {
  const { context, pages, serveFile, drain } = parts
  const answerApi = listenForApi(context)
  const answerMetrics = createMetricsAnswer(context)
  const largeBodies = createLargeBodyLimiter()
  const answerOnSite = whereSiteIsKnown({ context, pages, answerApi })
  return (request: IncomingMessage, response: ServerResponse, facts: Facts): unknown => {
    const { target, isHttps, address, record } = facts
    setSecurityHeaders(response, facts)
    if (!target) return sendError(response, 'BAD_REQUEST')
    if (!largeBodies.admit(request, response)) return sendError(response, 'UNAVAILABLE')
    const { path, hostHeader, origin } = target
    if (answerHealth(context, response, { path, isDraining: drain.isDraining() })) return
    if (!isOwnOrigin(request, `${isHttps ? 'https' : 'http'}://${hostHeader}`))
      return refuseOrigin(context, response, address)
    const isForwarded = forward(request, hostHeader)
    const isAppleAnswered = answerApplePay(context, { request, response }, target)
    if (isAppleAnswered) return isAppleAnswered
    if (serveFile(request, response, path)) return void (record.endpoint = STATIC_FILE)
    // Uploaded files are the same on all sites.
    if (path.startsWith(urls.upload(''))) return answerApi(request, response, { address, record, origin })
    const here = isFromThisMachine({ host: target.site.host, address, isForwarded })
    const found = { ...target, ...facts, isForwarded, isFromHere: here }
    return answerMetrics(request, response, found) ?? answerOnSite(request, response, found)
  }
}

function refuseOrigin({ log }: Context, response: ServerResponse, address: string): void {
  logSecurityEvent(log, { event: 'access_refused', code: 'FORBIDDEN_ORIGIN', address })
  sendError(response, 'FORBIDDEN_ORIGIN')
}

/** Logs the error and responds. While the database is down, sends a page that doesn't need it. */
async function answerBroken(
  { context, pages }: { context: Context; pages: Pages },
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { target, requestId, error }: Facts & { error: unknown },
): Promise<void> {
  const isLogged = error instanceof PageUnavailable
  if (!isLogged) context.log.error({ err: error, requestId, path: request.url }, 'A request failed')
  if (!isLogged && !isDatabaseDown(error)) return sendErrorOrAbort(response, 'INTERNAL_ERROR')
  context.writeAccess.notice(error)
  if (!target || response.headersSent) return sendErrorOrAbort(response, 'UNAVAILABLE')
  removeContentHeaders(response)
  await pages
    .answerUnavailable(request, response, { ...target, requestId })
    .catch(() => sendErrorOrAbort(response, 'UNAVAILABLE'))
}

function listenForApi(context: Context) {
  const api = createApi(context)
  const clients = new WeakMap<object, ApiClient>()
  const listener = getRequestListener((request, env) => {
    const client = clients.get(env.incoming)
    return api.fetch(request, { ...env, client, record: client?.record })
  })
  return (request: IncomingMessage, response: ServerResponse, client: ApiClient): Promise<void> => {
    clients.set(request, client)
    return listener(request, response)
  }
}

type ApiClient = Pick<Client, 'address' | 'origin' | 'isForwarded'> & Pick<Facts, 'record'>

/** Handles requests that depend on the site. Waits briefly until the site is known; otherwise sends a loading page. */
const whereSiteIsKnown =
  ({
    context,
    pages,
    answerApi,
  }: {
    context: Context
    pages: Pages
    answerApi: ReturnType<typeof listenForApi>
  }) =>
  async (
    request: IncomingMessage,
    response: ServerResponse,
    target: PageTarget & Facts & { isForwarded: boolean; isFromHere: boolean },
  ): Promise<void> => {
    const isApi = target.path === '/api' || target.path.startsWith('/api/')
    const site = await awaitSite(context.sites, target, isApi)
    const notice = site && noticeOf(context, { ...target, site })
    if (notice) return answerClosed({ context, pages }, { request, response }, { ...notice, isApi })
    if (isApi && !site) return sendError(response, 'UNAVAILABLE', { 'Retry-After': '1' })
    if (isApi) {
      const { address, origin, isForwarded, record } = target
      return answerApi(request, response, { address, origin, isForwarded, record })
    }
    if (!site) return pages.answerLoading(request, response, target)
    // The redirect is decided here, because an alias is recognised only after its site is loaded.
    const location = canonicalUrl(request, { ...target, site })
    if (location) return redirectTo(response, addVisitsToUrl(context, request, { site, address: location }))
    return pages.answer(request, response, { ...target, site })
  }

interface Notice {
  target: PageTarget
  maintenance: Maintenance
}

/**
 * Returns the maintenance notice to send. Undefined without maintenance, and for requests that are answered during
 * maintenance.
 */
function noticeOf({ sites }: Context, target: PageTarget): Notice | undefined {
  const maintenance = sites.maintenance()
  return maintenance && !isOpenInMaintenance(target) ? { target, maintenance } : undefined
}

function answerClosed(
  { context, pages }: { context: Context; pages: Pages },
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { isApi, ...notice }: Notice & { isApi: boolean },
): Promise<void> | void {
  if (!isApi) return pages.answerMaintenance(request, response, notice)
  const retrySeconds = maintenanceRetrySeconds(notice.maintenance, context.clock.now())
  sendError(response, 'MAINTENANCE', { 'Retry-After': String(retrySeconds) })
}

interface Facts {
  target: PageTarget | undefined
  address: string
  isHttps: boolean
  requestId: string
  record: RequestRecord
}

/**
 * Waits until the site is known. Returns undefined if it is still unknown after the maximum wait. Staff pages don't
 * wait, because they have no storefront branding.
 */
async function awaitSite(
  sites: SiteIndex,
  { site, path }: PageTarget,
  isApi: boolean,
): Promise<Site | undefined> {
  if (sites.knows(site.host) || (isStaffPath(path) && !isApi)) return site
  return (await sites.whenReady(MAX_SITE_WAIT_MS)) ? resolveSite(sites, site.host, path) : undefined
}

/**
 * Removes forwarded headers and sets the host that was determined. Returns true if there were any, which means that the
 * request came through a proxy.
 */
function forward(request: IncomingMessage, hostHeader: string): boolean {
  const forwarded = Object.keys(request.headers).filter(isForwarded)
  if (forwarded.length === 0) return false
  for (const name of forwarded) delete request.headers[name]
  request.headers.host = hostHeader
  // `rawHeaders` contains names and values in turn.
  request.rawHeaders = request.rawHeaders.flatMap((name, index, all) => {
    if (index % 2 === 1 || isForwarded(name)) return []
    return [name, name.toLowerCase() === 'host' ? hostHeader : (all[index + 1] ?? '')]
  })
  return true
}

const isForwarded = (name: string): boolean => /^(x-forwarded-.*|forwarded)$/i.test(name)
