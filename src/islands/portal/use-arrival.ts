import { useEffect, useState } from 'react'

/**
 * Whether the page's address says why somebody came (`?setup=complete`). The address is cleaned: a reload is a visit like any
 * other. For what only a browser renders.
 */
export function useArrival(name: string, value: string): boolean {
  const [hasArrived] = useState(() => new URLSearchParams(window.location.search).get(name) === value)
  useEffect(() => {
    const url = new URL(window.location.href)
    if (url.searchParams.get(name) !== value) return
    url.searchParams.delete(name)
    window.history.replaceState(window.history.state, '', url)
  }, [name, value])
  return hasArrived
}
