import type { ReactNode } from 'react'
import { LoadFailed } from '#islands/account/LoadFailed.tsx'
import type { PromoterList } from '#stores/promoter-list.ts'
import { Button } from '#ui/Button.tsx'

interface Props<Row> {
  list: PromoterList<Row>
  /** 'The payouts'. */
  what: string
  empty: ReactNode
  onRetry: () => void
  onMore: () => void
  children: (rows: readonly Row[]) => ReactNode
}

/** A list that comes page by page, in each of its states. */
export function PagedRows<Row>({ list, what, empty, onRetry, onMore, children }: Props<Row>) {
  const { rows, nextCursor, isLoading, failure } = list
  return (
    <div className="paged-rows" aria-busy={isLoading}>
      {!rows && !failure && <div className="skeleton team-skeleton" />}
      {rows && rows.length > 0 && children(rows)}
      {rows?.length === 0 && !failure && <div className="desk-empty">{empty}</div>}
      {failure && <LoadFailed what={what} why={failure} onRetry={onRetry} />}
      {rows && nextCursor !== null && !failure && (
        <Button look="quiet" busy={isLoading} onClick={onMore}>
          {isLoading ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </div>
  )
}
