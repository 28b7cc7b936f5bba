import type { listOrders as contract } from '#contracts/console/orders/orders.ts'
import { succeed } from '#model/platform/result.ts'
import { PAGE_SIZE, parseCursor, formatCursor } from '#server/platform/ids/list-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { readOrderList, viewOrderListRow } from './order-list-rows.ts'
import { searchOrders } from './order-search-rows.ts'
import { readOrderSelection } from '#server/sales/checkout/read-order-selection.ts'

export const listOrders: UseCase<typeof contract, PromoterCall> = async (context, { promoterId, query }) => {
  const after = parseCursor(query.cursor)
  if (!after.success) return after
  const now = context.clock.now()
  const search = readOrderSelection(query, { promoterId, now })
  const found = await searchOrders(context.db, search, { after: after.data, limit: PAGE_SIZE })
  const rows = await readOrderList(context.db, { promoterId, places: found.places })
  return succeed({
    orders: rows.map((row) => viewOrderListRow(row, now)),
    nextCursor: found.next ? formatCursor(found.next) : null,
  })
}
