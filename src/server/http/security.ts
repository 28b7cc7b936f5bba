import type { IncomingMessage, ServerResponse } from 'node:http'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Headers that every answer carries. The content security policy comes with each page, which knows its own hashes. */
const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(self)',
  // The same on every page: to go from one to another of a different kind would cost a new process and the transition. Popups
  // are Stripe's, for wallets and banks, and have to be able to answer.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

const HTTPS_HEADERS = { ...HEADERS, 'Strict-Transport-Security': 'max-age=31536000' }

export const securityHeaders = (isHttps: boolean): Readonly<Record<string, string>> =>
  isHttps ? HTTPS_HEADERS : HEADERS

export function secure(response: ServerResponse, facts: { isHttps: boolean; requestId: string }): void {
  for (const [name, value] of Object.entries(securityHeaders(facts.isHttps))) response.setHeader(name, value)
  response.setHeader('X-Request-Id', facts.requestId)
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
