import type { DoorSalesView } from '#contracts/console/door/door-sales.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { DOOR_PAYMENT_LABELS } from '#model/sales/door-sales/door-sales.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatMomentIn } from '#ui/format/format-dates.ts'
import { formatAmount, formatNumber } from '#ui/format/format-numbers.ts'

type Sale = DoorSalesView['sales'][number]

export function SaleList({ view }: { view: DoorSalesView }) {
  const { sales, devices } = view
  const all = devices.reduce(
    (sum, device) => sum + device.voided + device.sales.reduce((own, each) => own + each.sales, 0),
    0,
  )
  if (sales.length === 0) return null
  return (
    <section className="section" aria-labelledby="door-sale-list">
      <h2 id="door-sale-list">Sales</h2>
      {all > sales.length && (
        <p className="secondary-text">
          Shows the newest {formatNumber(sales.length)} of {formatNumber(all)}. All of them are also in{' '}
          <a href={consoleUrls.orders()}>your orders</a>.
        </p>
      )}
      <DataTable
        labelledBy="door-sale-list"
        columns={columnsOf(view)}
        rows={sales}
        keyOf={({ orderId }) => orderId}
      />
    </section>
  )
}

function columnsOf({ event: { currency, timeZone }, devices }: DoorSalesView): TableColumns<Sale> {
  const names = new Map(devices.map(({ id, name }) => [id, name]))
  return [
    {
      name: 'Order',
      cell: ({ orderId, orderNumber, soldAt }) => (
        <>
          <a href={consoleUrls.order(orderId)}>{orderNumber}</a>
          <span className="secondary-text">{formatMomentIn(soldAt, timeZone)}</span>
        </>
      ),
    },
    {
      name: 'Device',
      cell: ({ deviceId, number }) => (
        <>
          <span dir="auto">{names.get(deviceId)}</span>
          <span className="secondary-text">No. {number}</span>
        </>
      ),
    },
    { name: 'Payment', cell: ({ payment }) => DOOR_PAYMENT_LABELS[payment] },
    { name: 'Tickets', isNumber: true, cell: ({ tickets }) => formatNumber(tickets) },
    { name: 'Total', isNumber: true, cell: ({ total }) => formatAmount(total, currency) },
    { name: 'State', cell: (sale) => <SaleState sale={sale} currency={currency} /> },
  ]
}

function SaleState({ sale: { refunded, isVoided, note }, currency }: { sale: Sale; currency: string }) {
  if (!isVoided && refunded === 0) return 'Paid'
  return (
    <>
      {isVoided ? 'Voided' : `${formatAmount(refunded, currency)} refunded`}
      {note && (
        <span className="secondary-text" dir="auto">
          {note}
        </span>
      )}
    </>
  )
}
