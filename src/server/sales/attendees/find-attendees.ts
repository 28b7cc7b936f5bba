import type { AttendeeSelection } from '#contracts/console/orders/attendees.ts'
import { splitSearchTerms } from '#model/sales/order-search.ts'
import type { Context } from '#server/context.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import type { OrderSearch } from '#server/sales/order-management/order-filter-rows.ts'
import { searchOrders } from '#server/sales/order-management/order-search-rows.ts'
import { toIdFilter } from '#server/sales/checkout/read-order-selection.ts'
import { findEventIdOfTicketType, listTicketsOfOrders, type AttendeeTicketRow } from './attendee-rows.ts'

/**
 * Number of orders per query. The first query reads only as many orders as a page has tickets, which suffices without
 * filters. After the maximum number of queries, a page is returned incomplete, with a cursor.
 */
const ORDERS_AT_ONCE = 200
const ROUNDS = 10

/** Returns tickets of paid orders, newest order first. A page always contains all tickets of an order. */
export async function findAttendees(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  find: { promoterId: string; filter: AttendeeSelection; after: ListPosition | undefined; limit: number },
): Promise<{ tickets: AttendeeTicketRow[]; next: ListPosition | undefined }> {
  const { promoterId, filter, limit } = find
  const ticketTypeId = toIdFilter(filter.ticketTypeId)
  const words = splitSearchTerms(filter.q)
  const eventId =
    toIdFilter(filter.eventId) ??
    (ticketTypeId && (await findEventIdOfTicketType(db, { promoterId, ticketTypeId })))
  const search: OrderSearch = { promoterId, words, eventId, isPaid: true, now: new Date(clock.now()) }
  const tickets: AttendeeTicketRow[] = []
  let after = find.after
  for (let round = 0; round < ROUNDS; round += 1) {
    const atOnce = round === 0 ? Math.min(limit, ORDERS_AT_ONCE) : ORDERS_AT_ONCE
    const found = await searchOrders(db, search, { after, limit: atOnce })
    const orderIds = found.places.map(({ id }) => id)
    const rows = await listTicketsOfOrders(db, {
      promoterId,
      orderIds,
      words,
      eventId,
      ticketTypeId,
      status: filter.status,
    })
    for (const place of found.places) {
      if (tickets.length >= limit) return { tickets, next: after }
      tickets.push(...rows.filter((row) => row.orderId === place.id))
      after = place
    }
    if (!found.next) return { tickets, next: undefined }
    after = found.next
    if (tickets.length >= limit) break
  }
  return { tickets, next: after }
}
