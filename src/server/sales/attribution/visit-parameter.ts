/** Query parameter that passes visits to another host in a redirect. */
export const VISIT_PARAMETER = '_t'

export function withoutVisitParameter(address: string): string {
  const mark = address.indexOf('?')
  if (mark < 0) return address
  const parts = address.slice(mark + 1).split('&')
  const kept = parts.filter((part) => !new URLSearchParams(part).has(VISIT_PARAMETER)).join('&')
  return kept === '' ? address.slice(0, mark) : `${address.slice(0, mark)}?${kept}`
}

export function withVisitParameter(address: string, carried: string): string {
  const clean = withoutVisitParameter(address)
  return `${clean}${clean.includes('?') ? '&' : '?'}${VISIT_PARAMETER}=${carried}`
}
