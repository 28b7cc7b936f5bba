/** Query parameter that passes visits to another host in a redirect. */
export const CARRIED = '_t'

export function withoutCarried(address: string): string {
  const mark = address.indexOf('?')
  if (mark < 0) return address
  const parts = address.slice(mark + 1).split('&')
  const kept = parts.filter((part) => !new URLSearchParams(part).has(CARRIED)).join('&')
  return kept === '' ? address.slice(0, mark) : `${address.slice(0, mark)}?${kept}`
}

export function withCarried(address: string, carried: string): string {
  const clean = withoutCarried(address)
  return `${clean}${clean.includes('?') ? '&' : '?'}${CARRIED}=${carried}`
}
