/** With this parameter a redirect takes visits along to another host. */
export const CARRIED = '_t'

/** An address or a path with its query, without what a redirect has added to it. */
export function withoutCarried(address: string): string {
  const mark = address.indexOf('?')
  if (mark < 0) return address
  const parts = address.slice(mark + 1).split('&')
  const kept = parts.filter((part) => !new URLSearchParams(part).has(CARRIED)).join('&')
  return kept === '' ? address.slice(0, mark) : `${address.slice(0, mark)}?${kept}`
}

/** An address with what a redirect takes along. */
export function withCarried(address: string, carried: string): string {
  const clean = withoutCarried(address)
  return `${clean}${clean.includes('?') ? '&' : '?'}${CARRIED}=${carried}`
}
