import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import type { PagedList } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { LoadingScreen, Skeletons } from '#ui/loading/Skeleton.tsx'

interface Props {
  list: Pick<PagedList<unknown>, 'rows' | 'nextCursor' | 'isLoading' | 'failure'>
  onMore: () => void
}

const PAGE_SIZE = 25

/** End of a paginated list: a button that loads the next page, or the error. */
export function ListEnd({ list, onMore }: Props) {
  const { rows = [], nextCursor, isLoading, failure } = list
  if (failure) return <LoadFailed what="The rest of the list" why={failure} onRetry={onMore} />
  if (nextCursor === null) return null
  // If the last page isn't full but there is a cursor, only the latest orders were searched.
  const isShort = rows.length % PAGE_SIZE !== 0
  return (
    <div className="form-actions list-end">
      <Button variant="quiet" busy={isLoading} onClick={onMore}>
        {isLoading ? 'Loading…' : isShort ? 'Search older entries' : 'Show more'}
      </Button>
    </div>
  )
}

export function ListSkeleton({ label, filters = 3 }: { label: string; filters?: number }) {
  return (
    <LoadingScreen label={label}>
      <div className="filters">
        <Skeletons size="field" count={filters} />
      </div>
      <ListRowsSkeleton />
    </LoadingScreen>
  )
}

export function ListRowsSkeleton() {
  return (
    <div className="list-skeleton" aria-hidden="true">
      <Skeletons size="row" count={8} />
    </div>
  )
}
