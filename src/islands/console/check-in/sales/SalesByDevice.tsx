import type { DoorSalesView } from '#contracts/console/door/door-sales.ts'
import type { DoorPayment } from '#model/sales/door-sales/door-sales.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount, formatCount, formatNumber } from '#ui/format/format-numbers.ts'

type Device = DoorSalesView['devices'][number]

export function SalesByDevice({ view: { event, devices } }: { view: DoorSalesView }) {
  const sellers = devices.filter(({ sales }) => sales.length > 0)
  return (
    <section className="section" aria-labelledby="door-boxes">
      <h2 id="door-boxes">By device</h2>
      <p className="secondary-text">
        “Cash” is the amount that should be in the device’s cash box, without the float. Sales that a device
        hasn’t sent aren’t included yet.
      </p>
      {sellers.length > 0 ? (
        <DataTable
          labelledBy="door-boxes"
          columns={columnsOf(event.currency)}
          rows={sellers}
          keyOf={({ id }) => id}
        />
      ) : (
        <p>No tickets were sold at the door yet.</p>
      )}
    </section>
  )
}

const columnsOf = (currency: string): TableColumns<Device> => [
  {
    name: 'Device',
    cell: ({ name, isRevoked, lastSyncAt }) => (
      <>
        {name}
        <span className="secondary-text">
          {isRevoked ? 'Revoked' : `Last sync ${formatDateTime(lastSyncAt)}`}
        </span>
      </>
    ),
  },
  { name: 'Cash', isNumber: true, cell: ({ sales }) => taken(sales, 'cash', currency) },
  { name: 'Own card terminal', isNumber: true, cell: ({ sales }) => taken(sales, 'card_terminal', currency) },
  { name: 'Refunded', isNumber: true, cell: ({ refunded }) => formatAmount(refunded, currency) },
  { name: 'Voided sales', isNumber: true, cell: ({ voided }) => formatNumber(voided) },
]

function taken(sales: Device['sales'], payment: DoorPayment, currency: string) {
  const { total = 0, tickets = 0 } = sales.find((sale) => sale.payment === payment) ?? {}
  return (
    <>
      {formatAmount(total, currency)}
      <span className="secondary-text">{formatCount(tickets, 'ticket')}</span>
    </>
  )
}
