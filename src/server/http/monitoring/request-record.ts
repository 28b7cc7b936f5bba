import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Site } from '#model/sites/sites.ts'

/** Data about a request for metrics and log. The code that answers the request completes it. */
export interface RequestRecord {
  requestId: string
  /** Time in milliseconds from `performance.now()`. */
  startedAt: number
  /** Method and path of the contract, such as `GET /api/public/events/{slug}`, or another kind of request. */
  endpoint: string
  promoterId: string | undefined
}

/** Paths that load balancers and Prometheus request every few seconds. */
const CHECKS: ReadonlySet<string> = new Set(['/readyz', '/readyz/pages', '/healthz', '/metrics'])

export const STATIC_FILE = 'file'
export const HEALTH_CHECK = 'health check'

export const startRequestRecord = (
  { url = '' }: IncomingMessage,
  { startedAt, site }: { startedAt: number; site: Site | undefined },
): RequestRecord => ({
  requestId: randomUUID(),
  startedAt,
  endpoint: contractOf(url),
  promoterId: sitePromoterId(site),
})

export const sitePromoterId = (site: Site | undefined): string | undefined =>
  site?.kind === 'storefront' ? site.promoterId : undefined

/** Returns the kind of a request. The API's router replaces `unknown call` with the contract. */
function contractOf(url: string): string {
  if (url.startsWith('/api/')) return 'unknown call'
  if (CHECKS.has(url)) return HEALTH_CHECK
  return url.startsWith('/_astro/') ? STATIC_FILE : 'page'
}
