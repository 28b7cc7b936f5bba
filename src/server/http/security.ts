import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Site } from '#model/sites/sites.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Headers of every response except pages, whose content security policy contains their hashes. */
const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(self)',
  // Identical on all pages: a different value on navigation costs a new process and the transition. Stripe's popups
  // (wallets, banks) must be able to reply.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

const HSTS = 'max-age=31536000'
const HTTPS_HEADERS = { ...HEADERS, 'Strict-Transport-Security': HSTS }
/** For the main site, whose subdomains are storefronts. Subdomains of custom domains belong to the promoter and may lack https. */
const MAIN_HEADERS = { ...HEADERS, 'Strict-Transport-Security': `${HSTS}; includeSubDomains` }

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

/** CSRF check: an unsafe request with an Origin header must come from this host. Requests without one don't come from browsers. */
export function isOwnOrigin(request: IncomingMessage, ownOrigin: string): boolean {
  if (SAFE_METHODS.has(request.method ?? 'GET')) return true
  const { origin } = request.headers
  if (origin !== undefined) return origin === ownOrigin
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

export interface ClientFacts {
  address: string
  isHttps: boolean
  forwardedHost: string | undefined
}

/** Determines client address, protocol and host. Forwarded headers count only from a trusted proxy, and only their last value. */
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
