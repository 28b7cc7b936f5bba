import { useCallback, useMemo, useSyncExternalStore } from 'react'

const CHANGED = 'app:filters'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange)
  window.addEventListener(CHANGED, onChange)
  return () => {
    window.removeEventListener('popstate', onChange)
    window.removeEventListener(CHANGED, onChange)
  }
}

type Filters<Name extends string> = Partial<Record<Name, string>>

/**
 * What a list is narrowed to, as it stands in the page's address: it can be kept, shared, and gone back from. What is being typed
 * replaces the entry in the history, what is chosen makes a new one; an empty value lets a filter go. `names` is a constant.
 */
export function useUrlFilters<Name extends string>(
  names: readonly Name[],
): [filters: Filters<Name>, narrow: (change: Filters<Name>, how?: 'typed') => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  )
  const filters = useMemo(() => {
    const query = new URLSearchParams(search)
    const found: Filters<Name> = {}
    for (const name of names) {
      const value = query.get(name)
      if (value) found[name] = value
    }
    return found
  }, [search, names])
  const narrow = useCallback((change: Filters<Name>, how?: 'typed') => {
    const url = new URL(window.location.href)
    for (const [name, value] of Object.entries<string | undefined>(change)) {
      if (value) url.searchParams.set(name, value)
      else url.searchParams.delete(name)
    }
    if (how === 'typed') window.history.replaceState(null, '', url)
    else window.history.pushState(null, '', url)
    window.dispatchEvent(new Event(CHANGED))
  }, [])
  return [filters, narrow]
}
