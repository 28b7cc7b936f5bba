/**
 * `?next=` as far as it is an address of this site: path, query and hash. Anything else, and the pages that one signs in on,
 * is answered with `otherwise`.
 */
export function readOwnPath(search: string, otherwise: string): string {
  const wanted = new URLSearchParams(search).get('next') ?? ''
  // One slash, then neither slash nor backslash, which browsers take for a host; and nothing that they would strip first.
  if (!/^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(wanted)) return otherwise
  const { origin } = window.location
  const url = URL.parse(wanted, origin)
  if (url?.origin !== origin || SIGNING_IN.test(url.pathname)) return otherwise
  return url.pathname + url.search + url.hash
}

const SIGNING_IN = /^\/(login|register|forgot-password|reset-password|undo-email-change|verify-email)(\/|$)/
