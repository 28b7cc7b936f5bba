import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Site } from '#model/sites.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Headers that every answer carries. A page has a content security policy of its own instead, which knows its hashes. */
const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(self)',
  // The same on every page: to go from one to another of a different kind would cost a new process and the transition. Popups
  // are Stripe's, for wallets and banks, and have to be able to answer.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

const HSTS = 'max-age=31536000'
const HTTPS_HEADERS = { ...HEADERS, 'Strict-Transport-Security': HSTS }
/** Names below the main site's are storefronts. Those below a promoter's own domain are the promoter's, and may not have https. */
const MAIN_HEADERS = { ...HEADERS, 'Strict-Transport-Security': `${HSTS}; includeSubDomains` }

/** Headers of an answer on this site; undefined when the host can't be read. */
export function securityHeaders(
  isHttps: boolean,
  site: Pick<Site, 'kind'> | undefined,
): Readonly<Record<string, string>> {
  if (!isHttps) return HEADERS
  return site?.kind === 'main' ? MAIN_HEADERS : HTTPS_HEADERS
}

export function secure(
  response: ServerResponse,
  { isHttps, asked, requestId }: { isHttps: boolean; asked: { site: Site } | undefined; requestId: string },
): void {
  const headers = securityHeaders(isHttps, asked?.site)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('X-Request-Id', requestId)
}

/**
 * Whether an unsafe request may come from where it says. A browser names its origin, and it must be this host's own;
 * a request without any is no browser's, and could forge whatever it liked.
 */
export function isOwnOrigin(request: IncomingMessage, ownOrigin: string): boolean {
  if (SAFE_METHODS.has(request.method ?? 'GET')) return true
  const { origin } = request.headers
  if (origin !== undefined) return origin === ownOrigin
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** What the connection says of who is asking. */
export interface ClientFacts {
  address: string
  isHttps: boolean
  /** The host that the proxy was asked for, where it says so. */
  forwardedHost: string | undefined
}

/** Who is asking, over what, and for whom. Forwarded headers count only from a trusted proxy, and of them only what it added last. */
export function readClient(request: IncomingMessage, trustedProxies: readonly string[]): ClientFacts {
  const { remoteAddress = '' } = request.socket
  const peer = remoteAddress.startsWith('::ffff:') ? remoteAddress.slice(7) : remoteAddress
  if (!trustedProxies.includes(peer)) return { address: peer, isHttps: false, forwardedHost: undefined }
  return {
    address: lastOf(request.headers['x-forwarded-for']) ?? peer,
    isHttps: lastOf(request.headers['x-forwarded-proto']) === 'https',
    forwardedHost: lastOf(request.headers['x-forwarded-host']),
  }
}

const lastOf = (header: string | string[] | undefined): string | undefined =>
  [header ?? []].flat().join(',').split(',').at(-1)?.trim() || undefined
