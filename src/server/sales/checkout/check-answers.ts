import type * as z from 'zod/mini'
import { fail, type FieldError } from '#contracts/platform/errors.ts'
import type { checkoutBody } from '#contracts/checkout/orders.ts'
import { isQuestionAsked, type Question } from '#model/catalog/catalog.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { answerMissingMessage, answerNotOfferedMessage } from '#model/sales/answers.ts'
import type { AttendeeRow } from '#server/sales/orders/order-rows.ts'
import type { EventTerms, Purchase } from './read-purchase.ts'

export type CheckoutBody = z.output<typeof checkoutBody>

/** Validated answers of a checkout. The n-th attendee of a ticket type belongs to its n-th ticket. */
export interface CheckedAnswers {
  attendees: AttendeeRow[]
  deliveryCents: number
}

/** Validates names, answers and delivery method against the events' questions. The error lists every invalid field. */
export function checkAnswers(
  purchase: Purchase,
  body: CheckoutBody,
): Result<CheckedAnswers, 'VALIDATION_ERROR'> {
  const errors: FieldError[] = []
  const attendees = seatAttendees(purchase, body)
  for (const event of purchase.events) {
    errors.push(...checkOrderAnswers(purchase, event, body))
    errors.push(
      ...attendees.flatMap((attendee, index) => checkAttendee(purchase, event, { attendee, index })),
    )
  }
  const method = body.delivery?.method ?? 'e_ticket'
  const deliveryCents = purchase.delivery.get(method)
  if (deliveryCents === undefined) {
    errors.push({ path: 'delivery.method', message: 'These tickets can’t be delivered that way.' })
  }
  if (method === 'post' && !body.delivery?.address) {
    errors.push({ path: 'delivery.address', message: 'Enter the address to send the tickets to.' })
  }
  if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
  return succeed({ attendees, deliveryCents: deliveryCents ?? 0 })
}

/** Returns one attendee per ticket, in the order of the lines. An attendee that wasn't sent is empty. */
function seatAttendees(purchase: Purchase, body: CheckoutBody): AttendeeRow[] {
  const given = Map.groupBy(body.attendees ?? [], (attendee) => attendee.ticketTypeId)
  return purchase.lines.flatMap((line) =>
    Array.from({ length: line.quantity }, (_, seat) => {
      const attendee = given.get(line.ticketTypeId)?.[seat]
      return {
        ticketTypeId: line.ticketTypeId,
        firstName: attendee?.firstName ?? '',
        lastName: attendee?.lastName ?? '',
        email: attendee?.email ?? '',
        answers: attendee?.answers ?? {},
      }
    }),
  )
}

function checkOrderAnswers(purchase: Purchase, event: EventTerms, body: CheckoutBody): FieldError[] {
  const bought = purchase.lines.map((line) => line.ticketTypeId)
  return event.questions
    .filter((question) => question.scope === 'order' && isQuestionAsked(question, bought))
    .flatMap((question) =>
      checkAnswer(question, { answer: body.answers?.[question.id], path: `answers.${question.id}` }),
    )
}

function checkAttendee(
  purchase: Purchase,
  event: EventTerms,
  seat: { attendee: AttendeeRow; index: number },
): FieldError[] {
  const { attendee, index } = seat
  const line = purchase.lines.find((each) => each.ticketTypeId === attendee.ticketTypeId)
  if (line?.eventId !== event.id) return []
  const path = `attendees.${index}`
  const missing: FieldError[] = []
  if (event.attendeeNames === 'required') {
    if (!attendee.firstName) missing.push({ path: `${path}.firstName`, message: 'Enter the first name.' })
    if (!attendee.lastName) missing.push({ path: `${path}.lastName`, message: 'Enter the last name.' })
  }
  // The contract has parsed the answers, so they are strings by question id.
  const answers = attendee.answers as Record<string, string>
  const wrong = event.questions
    .filter((question) => question.scope === 'attendee' && isQuestionAsked(question, [attendee.ticketTypeId]))
    .flatMap((question) =>
      checkAnswer(question, { answer: answers[question.id], path: `${path}.answers.${question.id}` }),
    )
  return [...missing, ...wrong]
}

/** Returns the validation errors of one answer. */
export function checkAnswer(
  question: Question,
  input: { answer: string | undefined; path: string },
): FieldError[] {
  const answer = input.answer?.trim() ?? ''
  if (!answer) return question.required ? [{ path: input.path, message: answerMissingMessage(question) }] : []
  if (question.kind === 'choice' && !question.choices.includes(answer)) {
    return [{ path: input.path, message: answerNotOfferedMessage(question) }]
  }
  return []
}
