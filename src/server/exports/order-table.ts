import type { OrderSelection } from '#contracts/console/orders.ts'
import { labelAnswers } from '#model/answers.ts'
import type { Context } from '../context.ts'
import type { DeskOrderRow } from '../orders/desk-order-rows.ts'
import { everyOrder } from '../orders/every-order.ts'
import { shownStatus } from '../orders/order-view.ts'
import { readSelection } from '../orders/read-selection.ts'
import { answerColumns } from './answer-columns.ts'
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
export async function orderTable(
  context: Pick<Context, 'db' | 'clock'>,
  find: { promoterId: string; filter: OrderSelection },
): Promise<Table> {
  const { promoterId, filter } = find
  const now = context.clock.now()
  const search = readSelection(filter, { promoterId, now })
  const columns = await answerColumns(context, { promoterId, eventId: search.eventId, scopes: ['order'] })
  const cells = (row: DeskOrderRow): Cell[] => [
    ...cellsOf(row, now),
    ...columns.cells(labelAnswers(columns.questions, row.answers)),
  ]
  return {
    name: 'Orders',
    head: [...HEAD, ...columns.head],
    pages: pagesOf(everyOrder(context, search), cells),
  }
}

async function* pagesOf(
  pages: AsyncIterable<DeskOrderRow[]>,
  cells: (row: DeskOrderRow) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const rows of pages) yield rows.map(cells)
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
