import { useEffect } from 'react'
import {
  disputeStatus,
  type DisputeStatus,
  type OperatorDispute,
} from '#contracts/operator/payment-problems.ts'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { disputes } from '#stores/operator/payment-problems.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { OrderLink, PromoterLink } from './AffectedOrder.tsx'

interface Props {
  promoterId: string | undefined
  /** Filter in the URL. */
  status: string | undefined
  onChoose: (status: string) => void
}

export function Disputes({ promoterId, status: requestedStatus, onChoose }: Props) {
  const list = useStore(disputes.$list, EMPTY_LIST)
  const status = disputeStatus.options.find((each) => each === requestedStatus)
  useEffect(
    () => void disputes.load({ ...(promoterId ? { promoterId } : {}), ...(status ? { status } : {}) }),
    [promoterId, status],
  )
  return (
    <section className="section" aria-labelledby="disputes-title">
      <h2 id="disputes-title">Disputes</h2>
      <p className="secondary-text">
        Payments that buyers have disputed with their bank. Respond at the payment provider; the outcome
        appears here.
      </p>
      <div className="filters">
        <FilterSelect
          id="dispute-status"
          label="Status"
          value={status}
          all="All"
          options={disputeStatus.options.map((each) => [each, STATUS[each][0]])}
          onChoose={onChoose}
        />
      </div>
      <PagedRows
        list={list}
        what="The disputes"
        onRetry={() => void disputes.reload()}
        onMore={() => void disputes.more()}
        empty={<p>{status ? 'No disputes have this status.' : 'No disputes.'}</p>}
      >
        {(rows) => (
          <DataTable labelledBy="disputes-title" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedRows>
    </section>
  )
}

const STATUS: Readonly<Record<DisputeStatus, readonly [label: string, tone: string]>> = {
  open: ['Open', 'warning'],
  won: ['Won', 'success'],
  lost: ['Lost', 'danger'],
}

const COLUMNS: TableColumns<OperatorDispute> = [
  {
    name: 'Order',
    cell: (concern) => (
      <>
        <OrderLink concern={concern} />
        <span className="secondary-text" dir="auto">
          {concern.buyer}
        </span>
      </>
    ),
  },
  { name: 'Promoter', cell: ({ promoter }) => <PromoterLink promoter={promoter} /> },
  {
    name: 'Status',
    cell: ({ status, reason }) => (
      <>
        <span className="badge" data-tone={STATUS[status][1]}>
          {STATUS[status][0]}
        </span>
        {reason && <span className="secondary-text">{formatReason(reason)}</span>}
      </>
    ),
  },
  { name: 'Opened', cell: ({ openedAt }) => formatDate(openedAt) },
  { name: 'Decided', cell: ({ decidedAt }) => (decidedAt === null ? '—' : formatDate(decidedAt)) },
  { name: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatAmount(amount, currency) },
]

/** Formats a dispute's reason, for example 'product_not_received' as 'Product not received'. */
function formatReason(reason: string): string {
  const words = reason.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
