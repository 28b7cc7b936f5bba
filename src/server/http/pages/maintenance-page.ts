import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { paymentWebhook } from '#contracts/checkout/payments.ts'
import { tlsAllowed } from '#contracts/platform/domains.ts'
import { urls } from '#contracts/platform/urls.ts'
import { maintenanceRetrySeconds, type Maintenance } from '#model/platform/maintenance.ts'
import type { Context } from '#server/context.ts'
import { securityHeaders } from '#server/http/security.ts'
import { sendCachedPage, toCachedPage, type CachedPage } from '#server/http/page-cache/cached-page.ts'
import { PageRequest } from './page-request.ts'
import type { PageTarget } from './page-target.ts'
import { renderToString, type HandlePage } from './render-page.ts'

/** Paths on the main site for operators and for signing in. */
const OPEN_TO_OPERATORS = ['/operator', '/api/operator/', '/login', '/api/auth/']

/**
 * Paths that stay available on all sites: the status page; the payment provider's webhooks, which are stored as usual; and
 * the proxy's check whether a host may get a certificate, without which visitors would see a TLS error.
 */
const OPEN: ReadonlySet<string> = new Set([urls.status(), paymentWebhook.path, tlsAllowed.path])

export const isOpenInMaintenance = ({ site, path }: Pick<PageTarget, 'site' | 'path'>): boolean =>
  OPEN.has(path) ||
  path.startsWith('/legal/') ||
  (site.kind === 'main' && OPEN_TO_OPERATORS.some((each) => path.startsWith(each)))

export type AnswerMaintenance = (
  request: IncomingMessage,
  response: ServerResponse,
  notice: { target: PageTarget; maintenance: Maintenance },
) => Promise<void>

/** Time in milliseconds for which a site's notice is cached, because visitors reload it. */
const FRESH_MS = 1000
const MAX_NOTICES = 1000

/** Sends the site's notice with status 503, which search engines treat as temporary. */
export function createMaintenanceAnswer({
  context,
  handlePage,
}: {
  context: Context
  handlePage: HandlePage
}): AnswerMaintenance {
  const notices = new Map<string, { madeAt: number; page: Promise<CachedPage> }>()
  const render = async (
    { publicOrigin, isHttps, site }: PageTarget,
    maintenance: Maintenance,
  ): Promise<CachedPage> => {
    const request = new PageRequest({ origin: publicOrigin, url: urls.maintenance() })
    const locals = { context, requestId: randomUUID(), maintenance }
    const page = await renderToString(handlePage, { request, locals })
    const retrySeconds = maintenanceRetrySeconds(maintenance, context.clock.now())
    return toCachedPage(page, { ...securityHeaders(isHttps, site), 'retry-after': String(retrySeconds) })
  }
  return async (request, response, { target, maintenance }) => {
    const now = context.clock.now()
    const known = notices.get(target.publicOrigin)
    if (known && Math.abs(now - known.madeAt) < FRESH_MS)
      return sendCachedPage(request, response, await known.page)
    if (notices.size >= MAX_NOTICES) notices.clear()
    const page = render(target, maintenance)
    notices.set(target.publicOrigin, { madeAt: now, page })
    sendCachedPage(request, response, await page)
  }
}
