import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '#server/context.ts'
import type { PageTarget } from './page-target.ts'
import { withVisitParameter } from '#server/sales/attribution/visit-parameter.ts'
import { readCookies } from '#server/http/read-cookies.ts'

/**
 * Paths that aren't redirected to the canonical domain: API, assets that open pages may still load, verification files and
 * health checks.
 */
const EVERYWHERE = /^\/(?:(?:api|_astro|\.well-known|uploads|healthz|readyz|metrics)(?:\/|$)|.*\.\w+$)/

export const isPagePath = (path: string): boolean => !EVERYWHERE.test(path)

/**
 * For a page on another domain of the site, returns its URL on the canonical domain, with path and query. Otherwise
 * undefined.
 */
export function canonicalUrl(
  request: IncomingMessage,
  { site, origin, path }: PageTarget,
): string | undefined {
  if (site.kind !== 'storefront' || !site.isAlias || site.canonicalHost === undefined) return undefined
  if ((request.method !== 'GET' && request.method !== 'HEAD') || !isPagePath(path)) return undefined
  const { protocol, port } = new URL(origin)
  return `${protocol}//${site.canonicalHost}${port && `:${port}`}${request.url ?? '/'}`
}

/** Adds the visits stored in the browser's cookies for this promoter to the URL. */
export function addVisitsToUrl(
  { tracking, clock }: Pick<Context, 'tracking' | 'clock'>,
  request: IncomingMessage,
  { site, address }: Pick<PageTarget, 'site'> & { address: string },
): string {
  if (site.kind !== 'storefront' || site.canonicalHost === undefined) return address
  const now = clock.now()
  const visits = tracking
    .readCookie({ cookies: readCookies(request.headers.cookie, address) }, now)
    .filter(({ promoterId }) => promoterId === site.promoterId)
  return visits.length > 0
    ? withVisitParameter(address, tracking.toParameter(visits, { host: site.canonicalHost, now }))
    : address
}

/** Sends a redirect that can't be cached: if the promoter changes the canonical domain later, cached redirects would loop. */
export function redirectTo(response: ServerResponse, address: string): void {
  response.writeHead(308, { Location: address, 'Cache-Control': 'no-store' }).end()
}
