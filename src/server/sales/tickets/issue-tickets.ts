import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import type { AttendeeRow, OrderItemRow, OrderRow } from '#server/sales/orders/order-rows.ts'
import { newTicketCode } from './codes.ts'
import { insertTickets } from './ticket-rows.ts'

export async function issueTickets(
  trx: Transaction<Database>,
  sale: { order: OrderRow; items: readonly OrderItemRow[]; attendees: readonly AttendeeRow[] },
  now: Date,
): Promise<void> {
  const { order, items } = sale
  const attendees = Map.groupBy(sale.attendees, (attendee) => attendee.ticketTypeId)
  const tickets = items.flatMap((item) =>
    Array.from({ length: item.quantity }, (_, seat) => ({
      ticketTypeId: item.ticketTypeId,
      eventId: item.eventId,
      code: newTicketCode(),
      holder: holderName(attendees.get(item.ticketTypeId)?.[seat], order),
    })),
  )
  await insertTickets(trx, { ...order, now }, tickets)
}

const holderName = (attendee: AttendeeRow | undefined, order: OrderRow): string =>
  fullName(attendee) || fullName(order)

const fullName = (person: { firstName: string; lastName: string } | undefined): string =>
  person ? `${person.firstName} ${person.lastName}`.trim() : ''
