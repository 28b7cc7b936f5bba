/** Returns a return URL as a path of `origin`, or undefined when it leads to another origin. */
export function sameOriginPath(path: string | null, origin: string): string | undefined {
  if (!path || !URL.canParse(path, origin)) return undefined
  const url = new URL(path, origin)
  if (url.origin !== origin || url.username || url.password) return undefined
  // `https://here//elsewhere` has the right origin, but its path alone (`//elsewhere`) is a link to another host.
  return url.pathname.startsWith('//') ? undefined : `${url.pathname}${url.search}${url.hash}`
}
