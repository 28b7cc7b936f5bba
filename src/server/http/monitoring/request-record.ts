import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Site } from '#model/sites/sites.ts'

/** Facts about a request for metrics and log. Whoever answers it adds what only it knows. */
export interface RequestRecord {
  requestId: string
  /** By `performance.now()`. */
  startedAt: number
  /** Method and path of the contract, such as `GET /api/public/events/{slug}`, or the kind of another request. */
  contract: string
  promoterId: string | undefined
}

/** Asked every few seconds by load balancers and Prometheus. */
const CHECKS: ReadonlySet<string> = new Set(['/readyz', '/readyz/pages', '/healthz', '/metrics'])

export const FILE = 'file'
export const HEALTH_CHECK = 'health check'

export const startRecord = (
  { url = '' }: IncomingMessage,
  { startedAt, site }: { startedAt: number; site: Site | undefined },
): RequestRecord => ({
  requestId: randomUUID(),
  startedAt,
  contract: contractOf(url),
  promoterId: promoterOf(site),
})

export const promoterOf = (site: Site | undefined): string | undefined =>
  site?.kind === 'storefront' ? site.promoterId : undefined

/** Until a contract is found, a call is unknown. */
function contractOf(url: string): string {
  if (url.startsWith('/api/')) return 'unknown call'
  if (CHECKS.has(url)) return HEALTH_CHECK
  return url.startsWith('/_astro/') ? FILE : 'page'
}
