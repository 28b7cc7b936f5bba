import { useEffect, useState } from 'react'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { orderStatus } from '#model/sales/orders.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { $orderOptions, orderList, type OrderFilters } from '#stores/console/orders/orders.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { Downloads } from './Downloads.tsx'
import { ListEnd, ListRowsSkeleton, ListSkeleton } from './ListEnd.tsx'
import { ManualOrder } from './ManualOrder.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { ORDER_FILTERS, OrderFilterFields, type OrderFilterValues } from './OrderFilterFields.tsx'
import { OrderTable } from './OrderTable.tsx'
import { dayEnd, dayStart } from './order-labels.ts'

const WAITING = <ListSkeleton label="Loading your orders…" filters={5} />

/** The page `/promoter/orders` with all orders and a search. */
export function Orders() {
  return <ConsoleGate skeleton={WAITING}>{() => <OrderScreen />}</ConsoleGate>
}

function OrderScreen() {
  const [values, change] = useUrlFilters(ORDER_FILTERS)
  const [opened, open] = useState<'order' | 'message'>()
  const list = useStore(orderList.$list, EMPTY_LIST)
  const { data: options } = useStore($orderOptions, LOADING)
  const filters = toQuery(values)
  const key = JSON.stringify(filters)
  useEffect(() => {
    // `key` contains these filters as JSON.
    void orderList.load(JSON.parse(key) as OrderFilters)
  }, [key])
  const close = (): void => open(undefined)
  return (
    <div className="sections order-list">
      <div className="order-list-actions">
        <Button onClick={() => open('order')}>Create order</Button>
        <Button variant="quiet" onClick={() => open('message')}>
          Email buyers
        </Button>
        <Downloads what="orders" filters={filters} />
      </div>
      <OrderFilterFields values={values} options={options} onChange={change} />
      <Rows list={list} isFiltered={Object.keys(values).length > 0} filters={filters} />
      {opened === 'order' && options && <ManualOrder options={options} onClose={close} />}
      {opened === 'message' && <MessageDialog audience={{ to: 'buyers', filter: filters }} onClose={close} />}
    </div>
  )
}

type Query = NonNullable<OrderFilters>

/** Converts the filters to the API's query. Days are in the browser's time zone; an unknown status is omitted. */
function toQuery({ status, from, to, ...values }: OrderFilterValues): Query {
  const known = [...orderStatus.options, 'attention' as const].find((each) => each === status)
  const start = dayStart(from)
  const end = dayEnd(to)
  return {
    ...values,
    ...(known && { status: known }),
    ...(start && { from: start }),
    ...(end && { to: end }),
  }
}

function Rows({
  list,
  isFiltered,
  filters,
}: {
  list: typeof EMPTY_LIST | ReturnType<typeof orderList.$list.get>
  isFiltered: boolean
  filters: Query
}) {
  const { rows, failure } = list
  if (!rows) {
    if (!failure) return <ListRowsSkeleton />
    return <LoadFailed what="Your orders" why={failure} onRetry={() => void orderList.load(filters)} />
  }
  return (
    <section aria-labelledby="orders-title" aria-busy={list.isLoading}>
      <h2 id="orders-title" className="visually-hidden">
        Orders, newest first
      </h2>
      {rows.length > 0 ? (
        <OrderTable rows={rows} />
      ) : (
        !list.isLoading && <NoOrders isFiltered={isFiltered} goesOn={list.nextCursor !== null} />
      )}
      <ListEnd list={list} onMore={() => void orderList.more()} />
    </section>
  )
}

function NoOrders({ isFiltered, goesOn }: { isFiltered: boolean; goesOn: boolean }) {
  if (!isFiltered)
    return (
      <div className="empty-state">
        <h3>No orders yet</h3>
        <p>New orders appear here within a second. You can also create an order yourself.</p>
      </div>
    )
  return (
    <div className="empty-state">
      <h3>{goesOn ? 'No match among your latest orders' : 'No orders match'}</h3>
      <p>Search by name, email address, order number or ticket code.</p>
    </div>
  )
}
