import { eventFilter } from '#contracts/console/events.ts'
import type { EventFilters } from '#stores/console/events/events.ts'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'

const NAMES = ['when', 'q'] as const

/** Filters in the URL. Default: upcoming events. */
export function useEventFilters(): [EventFilters, (filters: EventFilters, how?: 'typed') => void] {
  const [{ when, q = '' }, narrow] = useUrlFilters(NAMES)
  const filters: EventFilters = { when: eventFilter.safeParse(when).data ?? 'upcoming', q }
  const change = (next: EventFilters, how?: 'typed'): void =>
    narrow({ q: next.q, when: next.when === 'upcoming' ? '' : next.when }, how)
  return [filters, change]
}
