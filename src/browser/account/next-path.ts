/** Returns path, query and hash of the URL in the parameter `next`, or `otherwise` if it isn't a URL of this site or is a sign-in page. */
export function readNextPath(search: string, otherwise: string): string {
  const wanted = new URLSearchParams(search).get('next') ?? ''
  // Prevents open redirects. Requires exactly one leading slash, because browsers read `//` and `/\` as the start of a host; rejects
  // characters that browsers remove from URLs.
  if (!/^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(wanted)) return otherwise
  const { origin } = window.location
  const url = URL.parse(wanted, origin)
  if (url?.origin !== origin || SIGNING_IN.test(url.pathname)) return otherwise
  return url.pathname + url.search + url.hash
}

const SIGNING_IN =
  /^\/(login|register|forgot-password|reset-password|undo-email-change|undo-bank-account-change|verify-email|keep-second-factors)(\/|$)/
