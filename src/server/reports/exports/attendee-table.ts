import type { AttendeeSelection } from '#contracts/console/orders/attendees.ts'
import { indexQuestions, labelTicketAnswers } from '#model/sales/answers.ts'
import { TICKET_STATUS_LABELS } from '#model/sales/status-labels.ts'
import type { AttendeeTicketRow } from '#server/sales/attendees/attendee-rows.ts'
import { streamAttendees } from '#server/sales/attendees/stream-attendees.ts'
import type { Context } from '#server/context.ts'
import { toIdFilter } from '#server/sales/checkout/read-order-selection.ts'
import { answerColumns } from './answer-columns.ts'
import type { ExportCell, ExportTables } from './cells.ts'
import { splitIntoParts } from '#server/platform/split-into-parts.ts'

const HEAD = [
  'Code',
  'Status',
  'Attendee',
  'Email',
  'Event',
  'Starts',
  'Ticket',
  'Order',
  'Buyer',
  'Buyer’s email',
  'Issued',
]

export async function attendeeTables(
  context: Pick<Context, 'db' | 'clock'>,
  find: { promoterId: string; filter: AttendeeSelection },
): Promise<ExportTables> {
  const { promoterId, filter } = find
  const columns = await answerColumns(context, {
    promoterId,
    eventId: toIdFilter(filter.eventId),
    scopes: ['attendee', 'order'],
  })
  const questions = indexQuestions(columns.questions)
  const cells = (row: AttendeeTicketRow): ExportCell[] => [
    ...cellsOf(row),
    ...columns.cells(labelTicketAnswers(questions, row)),
  ]
  return [
    {
      name: 'Attendees',
      head: [...HEAD, ...columns.head],
      pages: splitIntoParts(streamAttendees(context, find), cells),
    },
  ]
}

const cellsOf = (row: AttendeeTicketRow): ExportCell[] => [
  row.code,
  TICKET_STATUS_LABELS[row.status],
  row.holder,
  row.email,
  row.eventTitle,
  { at: row.eventStartsAt, timeZone: row.timeZone },
  row.ticketName,
  row.orderNumber,
  row.buyerName,
  row.buyerEmail,
  { at: row.createdAt, timeZone: row.timeZone },
]
