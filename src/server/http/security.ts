import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Site } from '#model/sites/sites.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Headers of every response. Pages replace the content security policy with one that contains their hashes. */
const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(self)',
  // This header is the same on all pages, because a page with another value opens in a new process, without the
  // transition. The value allows Stripe's popups (wallets, banks) to respond.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

const HSTS = 'max-age=31536000'
const HTTPS_HEADERS = { ...HEADERS, 'Strict-Transport-Security': HSTS }
/**
 * Headers of the main site, whose subdomains are storefronts. Subdomains of custom domains belong to the promoter and may
 * not support https.
 */
const MAIN_HEADERS = { ...HEADERS, 'Strict-Transport-Security': `${HSTS}; includeSubDomains` }

export function securityHeaders(
  isHttps: boolean,
  site: Pick<Site, 'kind'> | undefined,
): Readonly<Record<string, string>> {
  if (!isHttps) return HEADERS
  return site?.kind === 'main' ? MAIN_HEADERS : HTTPS_HEADERS
}

/** Sets the security headers of a response, and its request id. */
export function setSecurityHeaders(
  response: ServerResponse,
  { isHttps, target, requestId }: { isHttps: boolean; target: { site: Site } | undefined; requestId: string },
): void {
  const headers = securityHeaders(isHttps, target?.site)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('X-Request-Id', requestId)
}

/**
 * CSRF check. An unsafe request with an Origin or Sec-Fetch-Site header must come from this host. Browsers send at least one
 * of them.
 */
export function isOwnOrigin(request: IncomingMessage, ownOrigin: string): boolean {
  if (SAFE_METHODS.has(request.method ?? 'GET')) return true
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  // A form on a page without a referrer has the origin 'null'. Scripts can't set Sec-Fetch-Site.
  if (origin === 'null') return site === 'same-origin'
  if (origin !== undefined) return origin === ownOrigin
  return site === undefined || site === 'same-origin' || site === 'none'
}

export interface ClientConnection {
  address: string
  isHttps: boolean
  forwardedHost: string | undefined
}

/**
 * Determines client address, protocol and host. Forwarded headers count only if they come from a trusted proxy, and then
 * only their last value.
 */
export function readClient(request: IncomingMessage, trustedProxies: readonly string[]): ClientConnection {
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
