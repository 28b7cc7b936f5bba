import type { AttendeeRowView, listAttendees as contract } from '#contracts/console/orders/attendees.ts'
import { indexQuestions, labelTicketAnswers, type LabelledAnswer } from '#model/sales/answers.ts'
import { succeed } from '#model/platform/result.ts'
import { listQuestions } from '#server/sales/checkout/question-rows.ts'
import { PAGE_SIZE, parseCursor, formatCursor } from '#server/platform/ids/list-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import type { AttendeeTicketRow } from './attendee-rows.ts'
import { findAttendees } from './find-attendees.ts'

export const listAttendees: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const after = parseCursor(call.query.cursor)
  if (!after.success) return after
  const { promoterId, query: filter } = call
  const { tickets, next } = await findAttendees(context, {
    promoterId,
    filter,
    after: after.data,
    limit: PAGE_SIZE,
  })
  const orderIds = [...new Set(tickets.map(({ orderId }) => orderId))]
  const questions = indexQuestions(await listQuestions(context.db, { promoterId, orderIds }))
  return succeed({
    attendees: tickets.map((row) => viewAttendee(row, labelTicketAnswers(questions, row))),
    nextCursor: next ? formatCursor(next) : null,
  })
}

const viewAttendee = (row: AttendeeTicketRow, answers: LabelledAnswer[]): AttendeeRowView => ({
  ticketId: row.ticketId,
  code: row.code,
  status: row.status,
  holder: row.holder,
  email: row.email,
  eventId: row.eventId,
  eventTitle: row.eventTitle,
  ticketName: row.ticketName,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  answers,
  createdAt: row.createdAt.toISOString(),
})
