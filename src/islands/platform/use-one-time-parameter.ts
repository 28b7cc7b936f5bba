import { useEffect, useState } from 'react'

/**
 * Returns true if the page was opened with this query parameter, for example `?setup=complete`. Removes it from the URL, so that reloading
 * has no effect. Must not be called on the server.
 */
export function useOneTimeParameter(name: string, value: string): boolean {
  const [hasArrived] = useState(() => new URLSearchParams(window.location.search).get(name) === value)
  useEffect(() => {
    const url = new URL(window.location.href)
    if (url.searchParams.get(name) !== value) return
    url.searchParams.delete(name)
    window.history.replaceState(window.history.state, '', url)
  }, [name, value])
  return hasArrived
}
