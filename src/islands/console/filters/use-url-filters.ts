import { useMemo, useSyncExternalStore } from 'react'
import {
  listenToUrlFilters,
  readUrlFilters,
  writeUrlFilters,
  type UrlFilters,
} from '#browser/portal/url-filters.ts'

/** Filters of a list in the page's URL, which can be bookmarked, shared and gone back from. `names` is a constant. */
export function useUrlFilters<Name extends string>(
  names: readonly Name[],
): [filters: UrlFilters<Name>, narrow: (change: UrlFilters<Name>, how?: 'typed') => void] {
  const search = useSyncExternalStore(
    listenToUrlFilters,
    () => window.location.search,
    () => '',
  )
  return [useMemo(() => readUrlFilters(names, search), [search, names]), writeUrlFilters]
}
