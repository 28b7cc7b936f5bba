import type { listOwnTickets as contract, OwnEvent } from '#contracts/account/own-tickets.ts'
import { ticketAnchor, type Order } from '#model/sales/orders.ts'
import { succeed } from '#model/platform/result.ts'
import { siteScopeOf } from '#model/sites/sites.ts'
import { createOrderUrls, orderOwnerOf } from '#server/people/accounts/list-own-orders.ts'
import { viewOrders } from '#server/sales/orders/order-view.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { listUpcomingOrders, type OrderWithEventRow } from './own-ticket-rows.ts'

const MAX_ORDERS = 20

/**
 * Lists the tickets that the account holds. A storefront lists only its promoter's tickets, because the owner of the domain
 * could read all data that a session there can access.
 */
export const listOwnTickets: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, site } = call
  const rows = await listUpcomingOrders(context.db, {
    owner: orderOwnerOf(account),
    scope: siteScopeOf(site),
    now: new Date(context.clock.now()),
    limit: MAX_ORDERS,
  })
  const addressOf = createOrderUrls(context, call)
  const orders = await viewOrders(context, [...new Set(rows.map(({ orderId }) => orderId))])
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId)
  const events = [...byEvent.values()].flatMap((ofEvent) => {
    const tickets = ofEvent.flatMap((row) => ticketsOf(row, orders.get(row.orderId), addressOf(row)))
    const [row] = ofEvent
    return row && tickets.length > 0 ? [{ ...eventOf(row), tickets }] : []
  })
  return succeed({ events })
}

const eventOf = (row: OrderWithEventRow): Omit<OwnEvent, 'tickets'> => ({
  id: row.eventId,
  title: row.title,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  timeZone: row.timeZone,
  venue: { name: row.venueName, city: row.city },
})

/** Returns tickets that are valid or were used for an entry. */
const ticketsOf = (
  { eventId }: OrderWithEventRow,
  order: Order | undefined,
  url: string,
): OwnEvent['tickets'] =>
  (order?.tickets ?? [])
    .filter((ticket) => ticket.eventId === eventId && ['valid', 'used'].includes(ticket.status))
    .map(({ id, code, holder, status, ticketTypeId }) => ({
      id,
      code,
      name: order?.items.find((item) => item.ticketTypeId === ticketTypeId)?.name ?? '',
      holder,
      status,
      url: `${url}#${ticketAnchor({ id, code })}`,
    }))
