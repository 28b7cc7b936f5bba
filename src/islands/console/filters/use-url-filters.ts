import { useMemo, useSyncExternalStore } from 'react'
import {
  listenToUrlFilters,
  readUrlFilters,
  writeUrlFilters,
  type UrlFilters,
} from '#browser/portal/url-filters.ts'

/**
 * Filters of a list, kept in the page's URL, so that the page can be bookmarked and shared and the Back button works. `names` must be a
 * constant.
 */
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
