import type { Overview } from '#contracts/console/reports.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { DataTable } from '#ui/DataTable.tsx'

type RecentOrder = Overview['recentOrders'][number]

const STATES: Readonly<Record<string, string>> = {
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
}

export function RecentOrders({ orders }: { orders: readonly RecentOrder[] }) {
  return (
    <section className="section" aria-labelledby="orders-title">
      <div className="section-head">
        <h2 id="orders-title">Recent orders</h2>
        <a href={consoleUrls.orders()}>All orders</a>
      </div>
      {orders.length === 0 ? (
        <p className="secondary-text">No orders yet. Orders appear here as soon as they’re paid.</p>
      ) : (
        <DataTable
          labelledBy="orders-title"
          columns={[
            { name: 'Order', cell: (order) => <a href={consoleUrls.order(order.id)}>{order.number}</a> },
            { name: 'Buyer', cell: ({ name }) => <span dir="auto">{name}</span> },
            {
              name: 'Event',
              cell: ({ eventTitle, isOfVoucher }) =>
                isOfVoucher ? 'Gift voucher' : <span dir="auto">{eventTitle}</span>,
            },
            { name: 'Paid', cell: ({ paidAt }) => formatDateTime(paidAt) },
            {
              name: 'Tickets',
              isNumber: true,
              cell: ({ tickets, isOfVoucher }) => (isOfVoucher ? '–' : tickets),
            },
            { name: 'Total', isNumber: true, cell: (order) => <Total order={order} /> },
          ]}
          rows={orders}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}

function Total({ order: { total, currency, status } }: { order: RecentOrder }) {
  const state = STATES[status]
  return (
    <>
      {formatAmount(total, currency)}
      {state && <span className="secondary-text">{state}</span>}
    </>
  )
}
