import type { AttendeeRow, OrderItemRow, OrderRow } from '#server/sales/orders/order-rows.ts'
import { newTicketCode } from './codes.ts'
import type { NewTicket } from './ticket-rows.ts'

/** A ticket that a device issued before the server received its sale. */
export interface DeviceTicket {
  id: string
  code: string
  ticketTypeId: string
}

/**
 * Issues the tickets of an order. `deviceTickets` are the ids and codes that a device has already issued, one for each
 * ticket of the order. Without them, new ones are generated.
 */
export function issueTickets(sale: {
  order: OrderRow
  items: readonly OrderItemRow[]
  attendees: readonly AttendeeRow[]
  deviceTickets?: readonly DeviceTicket[]
}): NewTicket[] {
  const { order, items } = sale
  const made = Map.groupBy(sale.deviceTickets ?? [], (ticket) => ticket.ticketTypeId)
  const attendees = Map.groupBy(sale.attendees, (attendee) => attendee.ticketTypeId)
  const seats = items.flatMap((item) => Array.from({ length: item.quantity }, (_, seat) => ({ item, seat })))
  return seats.map(({ item: { ticketTypeId, eventId }, seat }, position) => ({
    id: made.get(ticketTypeId)?.[seat]?.id ?? crypto.randomUUID(),
    promoterId: order.promoterId,
    orderId: order.id,
    position,
    ticketTypeId,
    eventId,
    code: made.get(ticketTypeId)?.[seat]?.code ?? newTicketCode(),
    holder: holderName(attendees.get(ticketTypeId)?.[seat], order),
  }))
}

const holderName = (attendee: AttendeeRow | undefined, order: OrderRow): string =>
  fullName(attendee) || fullName(order)

const fullName = (person: { firstName: string; lastName: string } | undefined): string =>
  person ? `${person.firstName} ${person.lastName}`.trim() : ''
