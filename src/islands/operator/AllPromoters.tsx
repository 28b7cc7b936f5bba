import { useEffect } from 'react'
import type { PromoterListRow } from '#contracts/operator/promoters.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { promoterStatus } from '#model/people/promoter-status.ts'
import { formatAmount, formatNumber } from '#ui/format/format-numbers.ts'
import { formatDate } from '#ui/format/format-dates.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { EmailAddress } from '#islands/console/EmailAddress.tsx'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { SearchField } from '#islands/console/filters/SearchField.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { promoters } from '#stores/operator/operator.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { OperatorGate } from './OperatorGate.tsx'
import { PROMOTER_STATUS_LABELS } from './promoter-labels.ts'
import { StatusBadge } from './StatusBadge.tsx'

const NAMES = ['q', 'status'] as const

/** The page `/operator` with all promoters of this installation. */
export function AllPromoters() {
  return (
    <OperatorGate>
      <Promoters />
    </OperatorGate>
  )
}

function Promoters() {
  const list = useStore(promoters.$list, EMPTY_LIST)
  const [{ q = '', status }, narrow] = useUrlFilters(NAMES)
  useEffect(() => {
    const chosen = promoterStatus.safeParse(status)
    void promoters.load({ ...(q ? { q } : {}), ...(chosen.success ? { status: chosen.data } : {}) })
  }, [q, status])
  return (
    <section className="section">
      <div className="filters">
        <SearchField
          id="promoter-search"
          hint="Name, web address or owner’s email"
          value={q}
          onSearch={(text) => narrow({ q: text }, 'typed')}
        />
        <FilterSelect
          id="promoter-status"
          label="Status"
          value={status}
          all="All"
          options={promoterStatus.options.map((each) => [each, PROMOTER_STATUS_LABELS[each]])}
          onChoose={(chosen) => narrow({ status: chosen })}
        />
      </div>
      <PagedRows
        list={list}
        what="The promoters"
        onRetry={() => void promoters.reload()}
        onMore={() => void promoters.more()}
        empty={<p>{q || status ? 'No promoters match.' : 'No promoter has joined yet.'}</p>}
      >
        {(rows) => (
          <DataTable labelledBy="page-title" columns={PROMOTER_COLUMNS} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedRows>
    </section>
  )
}

const PROMOTER_COLUMNS: TableColumns<PromoterListRow> = [
  {
    name: 'Promoter',
    cell: ({ id, name, siteName, isDemo, status }) => (
      <>
        <a href={operatorUrls.promoter(id)}>{name}</a>
        <br />
        <small>
          {siteName}
          {isDemo && ' · demo'}
        </small>
        {status !== 'active' && (
          <>
            <br />
            <StatusBadge status={status} />
          </>
        )}
      </>
    ),
  },
  {
    name: 'Owners',
    cell: ({ owners }) =>
      owners.map(({ email }) => (
        <div key={email}>
          <EmailAddress email={email} />
        </div>
      )),
  },
  { name: 'Since', cell: ({ since }) => formatDate(since) },
  { name: 'Published events', isNumber: true, cell: ({ publishedEvents }) => publishedEvents },
  {
    name: 'Tickets',
    isNumber: true,
    cell: ({ sales }) => formatNumber(sales.reduce((sum, { tickets }) => sum + tickets, 0)),
  },
  {
    name: 'Paid by buyers',
    isNumber: true,
    cell: ({ sales }) =>
      sales.length === 0
        ? '—'
        : sales.map(({ currency, total }) => <div key={currency}>{formatAmount(total, currency)}</div>),
  },
]
