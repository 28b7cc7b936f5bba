import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import type { AttendeeRow, OrderItemRow, OrderRow } from '#server/sales/orders/order-rows.ts'
import { newTicketCode } from './codes.ts'
import { insertTickets } from './ticket-rows.ts'

/** A ticket that a device sold and issued before the server received the sale. */
export interface DeviceTicket {
  id: string
  code: string
  ticketTypeId: string
}

/**
 * `deviceTickets` are the ids and codes that a device has already issued, one for each ticket of the order. Without them,
 * new ones are generated.
 */
export async function issueTickets(
  trx: Transaction<Database>,
  sale: {
    order: OrderRow
    items: readonly OrderItemRow[]
    attendees: readonly AttendeeRow[]
    deviceTickets?: readonly DeviceTicket[]
  },
  now: Date,
): Promise<void> {
  const { order, items } = sale
  const made = Map.groupBy(sale.deviceTickets ?? [], (ticket) => ticket.ticketTypeId)
  const attendees = Map.groupBy(sale.attendees, (attendee) => attendee.ticketTypeId)
  const tickets = items.flatMap((item) =>
    Array.from({ length: item.quantity }, (_, seat) => ({
      id: made.get(item.ticketTypeId)?.[seat]?.id ?? crypto.randomUUID(),
      ticketTypeId: item.ticketTypeId,
      eventId: item.eventId,
      code: made.get(item.ticketTypeId)?.[seat]?.code ?? newTicketCode(),
      holder: holderName(attendees.get(item.ticketTypeId)?.[seat], order),
    })),
  )
  await insertTickets(trx, { ...order, now }, tickets)
}

const holderName = (attendee: AttendeeRow | undefined, order: OrderRow): string =>
  fullName(attendee) || fullName(order)

const fullName = (person: { firstName: string; lastName: string } | undefined): string =>
  person ? `${person.firstName} ${person.lastName}`.trim() : ''
