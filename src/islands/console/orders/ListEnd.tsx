import { LoadFailed } from '#islands/platform/LoadFailed.tsx'
import type { PagedList } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  list: Pick<PagedList<unknown>, 'rows' | 'nextCursor' | 'isLoading' | 'failure'>
  onMore: () => void
}

const PAGE_SIZE = 25

/** End of a paginated list: button for the next page, or an error. */
export function ListEnd({ list, onMore }: Props) {
  const { rows = [], nextCursor, isLoading, failure } = list
  if (failure) return <LoadFailed what="The rest of the list" why={failure} onRetry={onMore} />
  if (nextCursor === null) return null
  // An incomplete page with a cursor means that only the newest orders were searched.
  const isShort = rows.length % PAGE_SIZE !== 0
  return (
    <div className="form-actions list-end">
      <Button variant="quiet" busy={isLoading} onClick={onMore}>
        {isLoading ? 'Loading…' : isShort ? 'Search older entries' : 'Show more'}
      </Button>
    </div>
  )
}

/** Placeholder of a list. */
export function ListSkeleton({ words, filters = 3 }: { words: string; filters?: number }) {
  return (
    <div className="desk-sections" aria-busy="true">
      <p className="visually-hidden" aria-live="polite">
        {words}
      </p>
      <div className="desk-filters">
        {Array.from({ length: filters }, (_, index) => (
          <div key={index} className="skeleton list-skeleton-filter" />
        ))}
      </div>
      <ListRowsSkeleton />
    </div>
  )
}

export function ListRowsSkeleton() {
  return (
    <div className="list-skeleton" aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="skeleton list-skeleton-row" />
      ))}
    </div>
  )
}
