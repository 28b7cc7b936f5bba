/**
 * Where somebody is sent back to, as a path of `origin`; undefined for every address that leads elsewhere, however it is
 * dressed up.
 */
export function returnPath(wanted: string | null, origin: string): string | undefined {
  if (!wanted || !URL.canParse(wanted, origin)) return undefined
  const url = new URL(wanted, origin)
  if (url.origin !== origin || url.username || url.password) return undefined
  // `https://here//elsewhere` is here, but its path alone would not be.
  return url.pathname.startsWith('//') ? undefined : `${url.pathname}${url.search}${url.hash}`
}
