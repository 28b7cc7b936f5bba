import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { OrderRowView } from '#contracts/console/orders/orders.ts'
import { EmailAddress } from '#islands/console/EmailAddress.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { MANUAL_PAYMENT_LABELS, ORDER_STATUS_LABELS } from '#model/sales/status-labels.ts'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { formatEvents, ORDER_STATUS_TONES } from './order-labels.ts'

const COLUMNS: readonly [Column<OrderRowView>, ...Column<OrderRowView>[]] = [
  {
    name: 'Order',
    cell: ({ id, number, buyer }) => (
      <a className="order-name" href={consoleUrls.order(id)}>
        <span dir="auto">{buyer.name}</span>
        <span className="secondary-text">{number}</span>
      </a>
    ),
  },
  { name: 'Email', cell: ({ buyer }) => <EmailAddress email={buyer.email} /> },
  {
    name: 'Tickets',
    cell: (row) =>
      row.isOfVoucher ? (
        'Gift voucher'
      ) : (
        <>
          {formatCount(row.tickets, 'ticket')}
          <span className="secondary-text" dir="auto">
            {formatEvents(row)}
          </span>
        </>
      ),
  },
  { name: 'Status', cell: (row) => <OrderState row={row} /> },
  {
    name: 'Total',
    isNumber: true,
    cell: ({ total, refunded, currency }) => (
      <>
        {formatAmount(total, currency)}
        {refunded > 0 && <span className="secondary-text">−{formatAmount(refunded, currency)}</span>}
      </>
    ),
  },
  { name: 'Placed', cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> },
]

export function OrderTable({ rows }: { rows: readonly OrderRowView[] }) {
  return (
    <DataTable
      labelledBy="orders-title"
      columns={COLUMNS}
      rows={rows}
      keyOf={(row) => row.id}
      className="order-table"
    />
  )
}

export function OrderState({
  row,
}: {
  row: Pick<OrderRowView, 'status' | 'takenOutside' | 'needsAttention'>
}) {
  return (
    <span className="order-state">
      <span className="badge" data-tone={ORDER_STATUS_TONES[row.status]}>
        {ORDER_STATUS_LABELS[row.status]}
      </span>
      {row.needsAttention && (
        <span className="badge" data-tone="danger">
          Needs attention
        </span>
      )}
      {row.takenOutside && <span className="badge">{MANUAL_PAYMENT_LABELS[row.takenOutside]}</span>}
    </span>
  )
}
