import { useEffect, useState } from 'react'

/**
 * True if the page was opened with this parameter, such as `?setup=complete`, which is then removed from the URL, so that a reload has no
 * effect. Not for rendering on the server.
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
