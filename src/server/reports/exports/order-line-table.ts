import { ORDER_STATUS_LABELS } from '#model/sales/status-labels.ts'
import type { Context } from '#server/context.ts'
import type { OrderListRow } from '#server/sales/order-management/order-list-rows.ts'
import { streamOrders } from '#server/sales/order-management/stream-orders.ts'
import { listOrderLines, type OrderLineRow } from '#server/sales/orders/order-line-rows.ts'
import type { OrderSearch } from '#server/sales/order-management/order-filter-rows.ts'
import { displayedOrderStatus } from '#server/sales/orders/order-view.ts'
import type { ExportCell, ExportTable } from './cells.ts'
import { splitIntoParts } from '#server/platform/split-into-parts.ts'

const HEAD = [
  'Order',
  'Placed',
  'Status',
  'Buyer',
  'Email',
  'Event',
  'Starts',
  'Ticket',
  'Quantity',
  'Price',
  'Amount',
  'Discount',
  'Ticket fees',
  'Taxes',
  'Currency',
]

export const orderLineTable = (
  context: Pick<Context, 'db' | 'clock'>,
  search: OrderSearch,
  timeZone: string,
): ExportTable => ({
  name: 'Ticket lines',
  head: HEAD,
  pages: splitIntoParts(everyLine(context, search), ({ order, line }) =>
    cellsOf(order, line, { timeZone, now: context.clock.now() }),
  ),
})

async function* everyLine(
  context: Pick<Context, 'db' | 'clock'>,
  search: OrderSearch,
): AsyncGenerator<{ order: OrderListRow; line: OrderLineRow }[]> {
  for await (const orders of streamOrders(context, search)) {
    const byId = new Map(orders.map((order) => [order.id, order]))
    const lines = await listOrderLines(context.db, [...byId.keys()])
    yield lines.flatMap((line) => {
      const order = byId.get(line.orderId)
      return order ? [{ order, line }] : []
    })
  }
}

function cellsOf(
  order: OrderListRow,
  line: OrderLineRow,
  { timeZone, now }: { timeZone: string; now: number },
): ExportCell[] {
  const money = (cents: number): ExportCell => ({ cents, currency: order.currency })
  return [
    order.number,
    { at: order.createdAt, timeZone },
    ORDER_STATUS_LABELS[displayedOrderStatus(order, now)],
    `${order.firstName} ${order.lastName}`.trim(),
    order.email,
    line.eventTitle,
    { at: line.eventStartsAt, timeZone: line.timeZone },
    line.name,
    line.quantity,
    money(line.priceCents),
    money(line.priceCents * line.quantity),
    money(line.discountCents),
    money(line.ticketFeeCents),
    money(line.taxCents),
    order.currency,
  ]
}
