import type { ReactNode } from 'react'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import type { PagedList } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

interface Props<Row> {
  list: PagedList<Row>
  /** Subject of the messages about the list, for example 'The payouts'. */
  what: string
  empty: ReactNode
  onRetry: () => void
  onMore: () => void
  children: (rows: readonly Row[]) => ReactNode
}

/** A paginated list with its loading, empty and error states. */
export function PagedRows<Row>({ list, what, empty, onRetry, onMore, children }: Props<Row>) {
  const { rows, isLoading, failure } = list
  const hasMore = rows !== undefined && list.nextCursor !== null && !failure
  return (
    <div className="paged-rows" aria-busy={isLoading}>
      {!rows && !failure && <Skeleton size="card" />}
      {rows && (
        <Rows rows={rows} empty={failure ? null : <div className="empty-state">{empty}</div>}>
          {children}
        </Rows>
      )}
      {failure && <LoadFailed what={what} why={failure} onRetry={onRetry} />}
      {hasMore && (
        <Button variant="quiet" busy={isLoading} onClick={onMore}>
          {isLoading ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

function Rows<Row>({
  rows,
  empty,
  children,
}: Pick<Props<Row>, 'empty' | 'children'> & { rows: readonly Row[] }) {
  return rows.length > 0 ? children(rows) : empty
}
