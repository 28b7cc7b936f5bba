import type { AttendeeSelection } from '#contracts/console/attendees.ts'
import type { AttendeeTicketRow } from '../attendees/attendee-rows.ts'
import { everyAttendee } from '../attendees/every-attendee.ts'
import type { Context } from '../context.ts'
import type { Cell, Table } from './cells.ts'

const HEAD = [
  'Code',
  'State',
  'Holder',
  'E-mail',
  'Event',
  'Starts',
  'Ticket',
  'Order',
  'Buyer',
  'Buyer’s e-mail',
  'Issued',
]

/** Tickets that the filters leave, a ticket a row. Times in UTC. */
export const attendeeTable = (
  context: Pick<Context, 'db' | 'clock'>,
  find: { promoterId: string; filter: AttendeeSelection },
): Table => ({ name: 'Attendees', head: HEAD, pages: pagesOf(everyAttendee(context, find)) })

async function* pagesOf(pages: AsyncIterable<AttendeeTicketRow[]>): AsyncGenerator<Cell[][]> {
  for await (const rows of pages) yield rows.map(cellsOf)
}

const cellsOf = (row: AttendeeTicketRow): Cell[] => [
  row.code,
  row.status,
  row.holder,
  row.email,
  row.eventTitle,
  row.eventStartsAt.toISOString(),
  row.ticketName,
  row.orderNumber,
  row.buyerName,
  row.buyerEmail,
  row.createdAt.toISOString(),
]
