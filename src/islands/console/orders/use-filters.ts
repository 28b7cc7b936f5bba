import { useCallback, useSyncExternalStore } from 'react'

const CHANGED = 'app:filters'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange)
  window.addEventListener(CHANGED, onChange)
  return () => {
    window.removeEventListener('popstate', onChange)
    window.removeEventListener(CHANGED, onChange)
  }
}

/**
 * Filters that stand in the page's address, so that it can be shared and Back leads to what was seen before. What is being
 * typed replaces the entry in the history; what is chosen makes a new one.
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Partial<Record<Name, string>>, (changed: Partial<Record<Name, string>>, how?: 'typed') => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  )
  const change = useCallback((changed: Partial<Record<Name, string>>, how?: 'typed') => {
    const query = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries<string | undefined>(changed)) {
      if (value) query.set(name, value)
      else query.delete(name)
    }
    const address = `${window.location.pathname}${query.size > 0 ? `?${query.toString()}` : ''}`
    if (how === 'typed') window.history.replaceState(null, '', address)
    else window.history.pushState(null, '', address)
    window.dispatchEvent(new Event(CHANGED))
  }, [])
  const query = new URLSearchParams(search)
  const filters: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = query.get(name)
    if (value) filters[name] = value
  }
  return [filters, change]
}
