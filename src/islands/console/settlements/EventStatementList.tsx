import type { StatementEvent } from '#contracts/console/statements/event-statements.ts'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { EMPTY_LIST, type ListResource } from '#stores/platform/paged-list.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatNumber } from '#ui/format/format-numbers.ts'

interface Props {
  /** The list, which the caller has loaded. */
  list: Pick<ListResource<StatementEvent, never>, '$list' | 'reload' | 'more'>
  urlOf: (eventId: string) => string
}

/** Events with paid orders, with links to their statements. */
export function EventStatementList({ list, urlOf }: Props) {
  const shown = useStore(list.$list, EMPTY_LIST)
  return (
    <section className="section" aria-labelledby="event-statements-title">
      <h2 id="event-statements-title">Statements by event</h2>
      <PagedRows
        list={shown}
        what="The events"
        onRetry={() => void list.reload()}
        onMore={() => void list.more()}
        empty={<p>No event has paid orders yet.</p>}
      >
        {(rows) => (
          <DataTable
            labelledBy="event-statements-title"
            rows={rows}
            keyOf={({ eventId }) => eventId}
            columns={[
              {
                name: 'Event',
                cell: ({ eventId, title }) => (
                  <a href={urlOf(eventId)} dir="auto">
                    {title}
                  </a>
                ),
              },
              { name: 'Date', cell: ({ startsAt }) => formatDate(startsAt) },
              { name: 'Orders', isNumber: true, cell: ({ orders }) => formatNumber(orders) },
            ]}
          />
        )}
      </PagedRows>
    </section>
  )
}
