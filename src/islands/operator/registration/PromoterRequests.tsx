import { useEffect } from 'react'
import type { PromoterListRow } from '#contracts/operator/promoters.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { EmailAddress } from '#islands/console/EmailAddress.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { promoterRequests } from '#stores/operator/registration.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDate } from '#ui/format/format-dates.ts'

/** Promoters that wait for approval. Operators decide on the promoter's own page, which shows what the promoter has prepared. */
export function PromoterRequests() {
  const list = useStore(promoterRequests.$list, EMPTY_LIST)
  useEffect(() => void promoterRequests.load({}), [])
  return (
    <section className="section" aria-labelledby="registration-requests">
      <h2 id="registration-requests">Requests</h2>
      <PagedRows
        list={list}
        what="The requests"
        onRetry={() => void promoterRequests.reload()}
        onMore={() => void promoterRequests.more()}
        empty={<p>No requests are waiting for approval.</p>}
      >
        {(rows) => (
          <DataTable
            labelledBy="registration-requests"
            columns={REQUEST_COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </PagedRows>
    </section>
  )
}

const REQUEST_COLUMNS: TableColumns<PromoterListRow> = [
  { name: 'Promoter', cell: ({ id, name }) => <a href={operatorUrls.promoter(id)}>{name}</a> },
  {
    name: 'Owners',
    cell: ({ owners }) =>
      owners.map(({ email }) => (
        <div key={email}>
          <EmailAddress email={email} />
        </div>
      )),
  },
  { name: 'Country', cell: ({ country }) => country },
  { name: 'Requested on', cell: ({ since }) => formatDate(since) },
  {
    name: 'Decision',
    cell: ({ id, name }) => (
      <a href={operatorUrls.promoter(id)} aria-label={`Review ${name}`}>
        Review
      </a>
    ),
  },
]
