import type { OrderSelection } from '#contracts/console/orders/orders.ts'
import { labelAnswers, questionLabelsOf } from '#model/sales/answers.ts'
import { MANUAL_PAYMENT_LABELS, ORDER_STATUS_LABELS } from '#model/sales/status-labels.ts'
import type { Context } from '#server/context.ts'
import type { OrderListRow } from '#server/sales/order-management/order-list-rows.ts'
import { streamOrders } from '#server/sales/order-management/stream-orders.ts'
import { displayedOrderStatus } from '#server/sales/orders/order-view.ts'
import { readOrderSelection } from '#server/sales/checkout/read-order-selection.ts'
import { findUsualCurrencyAndZone } from '#server/platform/report-totals/report-event-rows.ts'
import { answerColumns } from './answer-columns.ts'
import type { ExportCell, ExportTables } from './cells.ts'
import { splitIntoParts } from '#server/platform/split-into-parts.ts'
import { orderLineTable } from './order-line-table.ts'

const HEAD = [
  'Order',
  'Placed',
  'Status',
  'First name',
  'Last name',
  'Email',
  'Phone',
  'Events',
  'Tickets',
  'Subtotal',
  'Discount',
  'Fees',
  'Delivery',
  'Taxes',
  'Total',
  'Refunded',
  'Currency',
  'Promo code',
  'Tracking link',
  'Manual order',
  'Paid by voucher',
  'Paid by card',
]

export async function orderTables(
  context: Pick<Context, 'db' | 'clock'>,
  find: { promoterId: string; filter: OrderSelection },
): Promise<ExportTables> {
  const { promoterId, filter } = find
  const now = context.clock.now()
  const search = readOrderSelection(filter, { promoterId, now })
  const [columns, { timeZone }] = await Promise.all([
    answerColumns(context, { promoterId, eventId: search.eventId, scopes: ['order'] }),
    findUsualCurrencyAndZone(context.db, promoterId),
  ])
  const labels = questionLabelsOf(columns.questions)
  const cells = (row: OrderListRow): ExportCell[] => [
    ...cellsOf(row, { now, timeZone }),
    ...columns.cells(labelAnswers(labels, row.answers)),
  ]
  const orders = {
    name: 'Orders',
    head: [...HEAD, ...columns.head],
    pages: splitIntoParts(streamOrders(context, search), cells),
  }
  return [orders, orderLineTable(context, search, timeZone)]
}

function cellsOf(row: OrderListRow, { now, timeZone }: { now: number; timeZone: string }): ExportCell[] {
  const money = (cents: number): ExportCell => ({ cents, currency: row.currency })
  return [
    row.number,
    { at: row.createdAt, timeZone },
    ORDER_STATUS_LABELS[displayedOrderStatus(row, now)],
    row.firstName,
    row.lastName,
    row.email,
    row.phone ?? '',
    row.isOfVoucher ? 'Gift voucher' : row.events.join('; '),
    row.tickets,
    money(row.subtotalCents),
    money(row.discountCents),
    money(row.feesCents),
    money(row.deliveryFeeCents),
    money(row.taxCents),
    money(row.totalCents),
    money(row.refundedCents),
    row.currency,
    row.promoCode ?? '',
    row.linkName ?? '',
    row.takenOutside ? MANUAL_PAYMENT_LABELS[row.takenOutside] : '',
    money(row.paidAt ? row.voucherCents : 0),
    money(row.paidAt && !row.takenOutside ? row.totalCents - row.voucherCents : 0),
  ]
}
