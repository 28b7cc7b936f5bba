import { useEffect } from 'react'
import type { ConsolePayout } from '#contracts/console/staff/payouts.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { payoutStatus } from '#model/money/payouts.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { payouts } from '#stores/console/staff/payouts.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { Select } from '#ui/form/Select.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { payeeLabel, PAYOUT_STATUS_LABELS } from './payout-labels.ts'

const NAMES = ['status'] as const

export function AllPayouts() {
  const list = useStore(payouts.$list, EMPTY_LIST)
  const [filters, narrow] = useUrlFilters(NAMES)
  const status = payoutStatus.options.find((each) => each === filters.status)
  useEffect(() => void payouts.load(status ? { status } : {}), [status])
  return (
    <section className="section" aria-labelledby="all-payouts">
      <h2 id="all-payouts">All payouts</h2>
      <div className="filters">
        <Select
          id="payout-status"
          label="Status"
          value={status ?? ''}
          onChange={(change) => narrow({ status: change.currentTarget.value })}
        >
          <option value="">All statuses</option>
          {payoutStatus.options.map((each) => (
            <option key={each} value={each}>
              {PAYOUT_STATUS_LABELS[each][0]}
            </option>
          ))}
        </Select>
      </div>
      <PagedRows
        list={list}
        what="Payouts"
        onRetry={() => void payouts.reload()}
        onMore={() => void payouts.more()}
        empty={<p>{status ? 'No payouts have this status.' : 'No payouts yet.'}</p>}
      >
        {(rows) => <PayoutTable rows={rows} />}
      </PagedRows>
    </section>
  )
}

function PayoutTable({ rows }: { rows: readonly ConsolePayout[] }) {
  return (
    <DataTable
      labelledBy="all-payouts"
      keyOf={({ id }) => id}
      rows={rows}
      columns={[
        { name: 'Member', cell: payeeLabel },
        { name: 'Requested', cell: ({ requestedAt }) => formatDateTime(requestedAt) },
        { name: 'Decided by', cell: deciderLabel },
        {
          name: 'Status',
          cell: ({ status, reason, isWaitingForFunds }) => (
            <>
              <span className="badge" data-tone={PAYOUT_STATUS_LABELS[status][1]}>
                {PAYOUT_STATUS_LABELS[status][0]}
              </span>
              {reason && <span className="secondary-text">{reason}</span>}
              {isWaitingForFunds && (
                <span className="secondary-text">Waiting until the platform has received the money</span>
              )}
            </>
          ),
        },
        { name: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatAmount(amount, currency) },
      ]}
    />
  )
}

function deciderLabel({ decidedAt, decidedBy }: ConsolePayout) {
  if (decidedAt === null) return '–'
  return (
    <>
      {decidedBy || 'Your rules'}
      <span className="secondary-text">{formatDateTime(decidedAt)}</span>
    </>
  )
}
