export type UrlFilters<Name extends string> = Partial<Record<Name, string>>

const CHANGED = 'app:filters'

export function readUrlFilters<Name extends string>(
  names: readonly Name[],
  search: string = window.location.search,
): UrlFilters<Name> {
  const query = new URLSearchParams(search)
  const found: UrlFilters<Name> = {}
  for (const name of names) {
    const value = query.get(name)
    if (value) found[name] = value
  }
  return found
}

/**
 * Sets these query parameters and keeps the others; an empty value removes one. Typed text replaces the history entry; a choice adds one.
 */
export function writeUrlFilters(
  change: Readonly<Record<string, string | undefined>>,
  how: 'typed' | 'chosen' = 'chosen',
): void {
  const url = new URL(window.location.href)
  for (const [name, value] of Object.entries(change)) {
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  }
  if (how === 'typed') window.history.replaceState(window.history.state, '', url)
  else window.history.pushState(null, '', url)
  window.dispatchEvent(new Event(CHANGED))
}

/** Calls `listener` when the filters change by `writeUrlFilters` or the Back button. Returns a function that stops this. */
export function listenToUrlFilters(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  window.addEventListener(CHANGED, listener)
  return () => {
    window.removeEventListener('popstate', listener)
    window.removeEventListener(CHANGED, listener)
  }
}
