import { useEffect } from 'react'
import type { EventForCheckIn } from '#contracts/console/door/check-ins.ts'
import type { DoorSalesView } from '#contracts/console/door/door-sales.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import type { DoorPayment } from '#model/sales/door-sales/door-sales.ts'
import { doorSales, followDoorSales } from '#stores/console/check-in/door-sales.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'
import { Notice } from '#ui/Notice.tsx'
import { LabelledValue } from '#ui/plots/LabelledValue.tsx'
import { SalesByDevice } from './SalesByDevice.tsx'
import { SaleList } from './SaleList.tsx'
import { DeviceShares } from './Shares.tsx'

/** Tickets sold at an event's entrances, and the shares of devices. Reloaded every few seconds. */
export function DoorSales({ event }: { event: EventForCheckIn }) {
  const { data, error } = useStore(doorSales.$store, LOADING)
  useEffect(() => followDoorSales(event.id), [event.id])
  if (data?.event.id !== event.id) {
    if (!error) return <Skeleton size="plot" />
    return <LoadFailed what="The door sales" why={error} onRetry={() => void doorSales.load(event.id)} />
  }
  return (
    <>
      {error && (
        <Notice tone="warning" title="These sales are no longer updated">
          <p>{error}</p>
        </Notice>
      )}
      <Totals view={data} />
      <SalesByDevice view={data} />
      <DeviceShares view={data} />
      <SaleList view={data} />
    </>
  )
}

function Totals({ view: { event, devices } }: { view: DoorSalesView }) {
  const { currency } = event
  const all = devices.flatMap(({ sales }) => sales)
  const of = (payment: DoorPayment) => {
    const own = all.filter((sale) => sale.payment === payment)
    const cents = own.reduce((sum, { total }) => sum + toCents(total, currency), 0)
    const tickets = own.reduce((sum, sale) => sum + sale.tickets, 0)
    return { value: formatAmount(toMajor(cents, currency), currency), hint: formatCount(tickets, 'ticket') }
  }
  const voided = devices.reduce((sum, device) => sum + device.voided, 0)
  const given = devices.flatMap(({ shares }) => shares).reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section className="section" aria-labelledby="door-sums">
      <h2 id="door-sums">Sold at the door</h2>
      <dl className="figures">
        <LabelledValue name="Cash expected" {...of('cash')} />
        <LabelledValue name="Own card terminals" {...of('card_terminal')} />
        <LabelledValue name="Voided" value={formatCount(voided, 'sale')} />
        <LabelledValue name="Given to devices" value={formatCount(given, 'ticket')} hint="not sold yet" />
      </dl>
    </section>
  )
}
