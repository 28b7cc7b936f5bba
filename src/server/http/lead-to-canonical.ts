import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Asked } from './asked-page.ts'

/**
 * What answers under every name of a site: calls, files that open pages still load, what certificates and providers are
 * proven by, and health.
 */
const EVERYWHERE = /^\/(?:(?:api|_astro|\.well-known|uploads|healthz|readyz|metrics)(?:\/|$)|.*\.\w+$)/

/** Where a page of one of a site's other names is found: under its canonical one, path and query kept. Undefined for the rest. */
export function canonicalAddress(
  request: IncomingMessage,
  { site, origin, path }: Asked,
): string | undefined {
  if (site.kind !== 'storefront' || !site.isAlias || site.canonicalHost === undefined) return undefined
  if ((request.method !== 'GET' && request.method !== 'HEAD') || EVERYWHERE.test(path)) return undefined
  const { protocol, port } = new URL(origin)
  return `${protocol}//${site.canonicalHost}${port && `:${port}`}${request.url ?? '/'}`
}

/**
 * Nobody may keep it: should the promoter choose the other name one day, a browser that remembers both ways would go in
 * circles.
 */
export function leadTo(response: ServerResponse, address: string): void {
  response.writeHead(308, { Location: address, 'Cache-Control': 'no-store' }).end()
}
