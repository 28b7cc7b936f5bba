import type { Context } from '#server/context.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { readOrderList, type OrderListRow } from './order-list-rows.ts'
import type { OrderSearch } from './order-filter-rows.ts'
import { searchOrders } from './order-search-rows.ts'

const AT_ONCE = 1000

/** Yields all matching orders, a thousand at a time, so that memory stays bounded. */
export async function* streamOrders(
  { db }: Pick<Context, 'db'>,
  search: OrderSearch,
): AsyncGenerator<OrderListRow[]> {
  let after: ListPosition | undefined
  do {
    const found = await searchOrders(db, search, { after, limit: AT_ONCE })
    yield readOrderList(db, { promoterId: search.promoterId, places: found.places })
    after = found.next
  } while (after)
}
