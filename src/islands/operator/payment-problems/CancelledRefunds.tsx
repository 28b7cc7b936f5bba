import type { CancelledEventRefundSum } from '#contracts/operator/refunds/refund-requests.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { cancelledRefunds } from '#stores/operator/refunds/refund-requests.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatAmount, formatNumber } from '#ui/format/format-numbers.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { PromoterLink } from './AffectedOrder.tsx'

/** Sums of refunds of cancelled events, which need no approval. Renders nothing if there are none. */
export function CancelledRefunds() {
  const { data, error } = useStore(cancelledRefunds.$store, LOADING)
  if (!data && error)
    return <LoadFailed what="The sums" why={error} onRetry={() => void cancelledRefunds.load()} />
  if (!data || data.length === 0) return null
  return (
    <section className="section" aria-labelledby="cancelled-title">
      <h2 id="cancelled-title">Refunds of cancelled events</h2>
      <p className="secondary-text">In the last 30 days. They have no limit and need no approval.</p>
      <DataTable
        labelledBy="cancelled-title"
        columns={COLUMNS}
        rows={data}
        keyOf={({ promoter, currency }) => promoter.id + currency}
      />
    </section>
  )
}

const COLUMNS: TableColumns<CancelledEventRefundSum> = [
  { name: 'Promoter', cell: ({ promoter }) => <PromoterLink promoter={promoter} /> },
  { name: 'Orders', isNumber: true, cell: ({ orders }) => formatNumber(orders) },
  { name: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatAmount(amount, currency) },
]
