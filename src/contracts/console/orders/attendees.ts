import * as z from 'zod/mini'
import { cursor, reference, version } from '#model/platform/bounds.ts'
import { emailAddress } from '#model/people/people.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'
import { answeredQuestions, orderTicket } from './order-detail.ts'

const attendeeFilters = {
  /** Searches for parts of names and emails of holders and buyers, of ticket codes and of order numbers. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  eventId: z.optional(reference),
  ticketTypeId: z.optional(reference),
  status: z.optional(z.enum(['valid', 'used', 'void'])),
}
export const attendeeSelection = z.object(attendeeFilters)
export type AttendeeSelection = z.infer<typeof attendeeSelection>

export const attendeeRow = z.object({
  ticketId: z.string(),
  code: z.string(),
  status: z.enum(['valid', 'used', 'void']),
  holder: z.string(),
  /** The attendee's email, or the buyer's if the attendee has none. */
  email: z.string(),
  eventId: z.string(),
  eventTitle: z.string(),
  ticketName: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  /** Answers for this ticket, and the order's answers to questions of the event. */
  answers: answeredQuestions,
  createdAt: z.string(),
})
export type AttendeeRowView = z.infer<typeof attendeeRow>

const CALL = { access: 'promoter', scope: 'orders:read' } as const

export const listAttendees = endpoint({
  description: 'Lists tickets of paid orders with their holders, newest order first.',
  ...CALL,
  method: 'GET',
  path: '/api/promoter/attendees',
  query: z.object({ ...attendeeFilters, cursor: z.optional(cursor) }),
  data: z.object({ attendees: z.array(attendeeRow), nextCursor: z.nullable(z.string()) }),
  errors: ['FORBIDDEN', 'VALIDATION_ERROR'],
})

export const countAttendees = endpoint({
  description: 'Counts the tickets of an event by ticket type and status.',
  ...CALL,
  method: 'GET',
  path: '/api/promoter/attendees/counts',
  query: z.object({ eventId: reference }),
  data: z.object({
    ticketTypes: z.array(
      z.object({
        ticketTypeId: z.string(),
        name: z.string(),
        capacity: z.int(),
        valid: z.int(),
        used: z.int(),
        void: z.int(),
      }),
    ),
  }),
  errors: ['FORBIDDEN'],
})

export const putTicketHolder = endpoint({
  description: "Changes the name and email address of a ticket's holder. The ticket's code stays valid.",
  access: 'promoter',
  scope: 'orders:write',
  method: 'PUT',
  path: '/api/promoter/tickets/{id}',
  params: idParams,
  body: z.object({
    firstName: z.string().check(z.trim(), z.minLength(1, 'Enter the first name.'), z.maxLength(100)),
    lastName: z.string().check(z.trim(), z.maxLength(100)),
    email: z.union([z.literal(''), emailAddress]),
    version,
  }),
  data: z.object({ ticket: orderTicket }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'TICKET_VOID', 'EDIT_CONFLICT', 'VALIDATION_ERROR'],
})
