import { useCallback, useEffect, useState } from 'react'

/** What a list is narrowed to, as it stands in the page's address: it can be kept, shared, and gone back from. */
export function useUrlFilters<Name extends string>(
  names: readonly Name[],
): [filters: Partial<Record<Name, string>>, narrow: (change: Partial<Record<Name, string>>) => void] {
  const key = names.join()
  const read = useCallback(() => readFilters(key.split(',')), [key])
  const [filters, setFilters] = useState(read)
  useEffect(() => {
    const follow = (): void => setFilters(read())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [read])
  const narrow = (change: Partial<Record<Name, string>>): void => {
    const url = new URL(window.location.href)
    for (const [name, value] of Object.entries<string | undefined>(change)) {
      if (value) url.searchParams.set(name, value)
      else url.searchParams.delete(name)
    }
    window.history.pushState(null, '', url)
    setFilters(read())
  }
  // What was read has no other names than those that were asked for.
  return [filters as Partial<Record<Name, string>>, narrow]
}

function readFilters(names: readonly string[]): Record<string, string> {
  const query = new URLSearchParams(window.location.search)
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value]] : []
    }),
  )
}
