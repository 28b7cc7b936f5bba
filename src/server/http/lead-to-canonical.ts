import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import type { Asked } from './asked-page.ts'
import { withCarried } from '../tracking/carried-visits.ts'
import { readCookies } from './read-cookies.ts'

/**
 * What answers under every name of a site: calls, files that open pages still load, what certificates and providers are
 * proven by, and health.
 */
const EVERYWHERE = /^\/(?:(?:api|_astro|\.well-known|uploads|healthz|readyz|metrics)(?:\/|$)|.*\.\w+$)/

/** Whether a page is meant, by its path. */
export const isPagePath = (path: string): boolean => !EVERYWHERE.test(path)

/** Where a page of one of a site's other names is found: under its canonical one, path and query kept. Undefined for the rest. */
export function canonicalAddress(
  request: IncomingMessage,
  { site, origin, path }: Asked,
): string | undefined {
  if (site.kind !== 'storefront' || !site.isAlias || site.canonicalHost === undefined) return undefined
  if ((request.method !== 'GET' && request.method !== 'HEAD') || !isPagePath(path)) return undefined
  const { protocol, port } = new URL(origin)
  return `${protocol}//${site.canonicalHost}${port && `:${port}`}${request.url ?? '/'}`
}

/** The same address, with what the browser remembers here of the links that led to this promoter. */
export function takeVisitsAlong(
  { tracking, clock }: Pick<Context, 'tracking' | 'clock'>,
  request: IncomingMessage,
  { site, address }: Pick<Asked, 'site'> & { address: string },
): string {
  if (site.kind !== 'storefront' || site.canonicalHost === undefined) return address
  const now = clock.now()
  const visits = tracking
    .read({ cookies: readCookies(request.headers.cookie, address) }, now)
    .filter(({ promoterId }) => promoterId === site.promoterId)
  return visits.length > 0
    ? withCarried(address, tracking.carry(visits, { host: site.canonicalHost, now }))
    : address
}

/**
 * Nobody may keep it: should the promoter choose the other name one day, a browser that remembers both ways would go in
 * circles.
 */
export function leadTo(response: ServerResponse, address: string): void {
  response.writeHead(308, { Location: address, 'Cache-Control': 'no-store' }).end()
}
