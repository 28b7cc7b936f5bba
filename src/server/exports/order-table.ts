import type { OrderSelection } from '#contracts/console/orders.ts'
import type { Context } from '../context.ts'
import type { DeskOrderRow } from '../orders/desk-order-rows.ts'
import { everyOrder } from '../orders/every-order.ts'
import { shownStatus } from '../orders/order-view.ts'
import { readSelection } from '../orders/read-selection.ts'
import type { Cell, Table } from './cells.ts'

const HEAD = [
  'Order',
  'Placed',
  'State',
  'First name',
  'Last name',
  'E-mail',
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
  'Link',
  'Taken outside',
]

/** Orders that the filters leave, an order a row. Times in UTC. */
export function orderTable(
  context: Pick<Context, 'db' | 'clock'>,
  find: { promoterId: string; filter: OrderSelection },
): Table {
  const now = context.clock.now()
  const search = readSelection(find.filter, { promoterId: find.promoterId, now })
  return { name: 'Orders', head: HEAD, pages: pagesOf(everyOrder(context, search), now) }
}

async function* pagesOf(pages: AsyncIterable<DeskOrderRow[]>, now: number): AsyncGenerator<Cell[][]> {
  for await (const rows of pages) yield rows.map((row) => cellsOf(row, now))
}

function cellsOf(row: DeskOrderRow, now: number): Cell[] {
  const money = (cents: number): Cell => ({ cents, currency: row.currency })
  return [
    row.number,
    row.createdAt.toISOString(),
    shownStatus(row, now),
    row.firstName,
    row.lastName,
    row.email,
    row.phone ?? '',
    row.events.join('; '),
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
    row.takenOutside ?? '',
  ]
}
