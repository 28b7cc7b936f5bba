import * as z from 'zod/mini'
import { checkoutBody } from '#contracts/checkout/orders.ts'
import { answerMissingMessage } from '#model/sales/answers.ts'
import { legalTextsKey, type BuyerLegalText } from '#model/sites/buyer-legal-texts.ts'
import type { CartItem } from '#model/sales/cart.ts'
import {
  deliveryMethod,
  isQuestionAsked,
  type DeliveryMethod,
  type EventDetail,
  type Question,
} from '#model/catalog/catalog.ts'
import type { CheckoutDraft } from './checkout-draft.ts'

export type CheckoutBody = z.input<typeof checkoutBody>

export type FieldErrors = Readonly<Record<string, string>>

/** A ticket in the cart with its event's questions. Attendees are sent in the order of the seats. */
export interface Seat {
  /** Prefix of the ticket's fields in the draft. It stays the same when other items change. */
  field: string
  item: CartItem
  /** Number of the ticket within its ticket type, from 1. */
  number: number
  names: EventDetail['attendeeNames']
  questions: readonly Question[]
}

export interface CheckoutForm {
  items: readonly CartItem[]
  events: readonly EventDetail[]
  legalTexts: readonly BuyerLegalText[]
  draft: CheckoutDraft
}

export const listSeats = ({ items, events }: Pick<CheckoutForm, 'items' | 'events'>): Seat[] =>
  items.flatMap((item) => {
    const event = events.find((each) => each.id === item.eventId)
    return Array.from({ length: item.quantity }, (_, seat) => ({
      field: `attendees.${item.ticketTypeId}.${seat}`,
      item,
      number: seat + 1,
      names: event?.attendeeNames ?? 'none',
      questions:
        event?.questions.filter(
          (question) => question.scope === 'attendee' && isQuestionAsked(question, [item.ticketTypeId]),
        ) ?? [],
    }))
  })

/** Questions that are asked once per order. */
export function listOrderQuestions({ items, events }: Pick<CheckoutForm, 'items' | 'events'>): Question[] {
  const bought = items.map((item) => item.ticketTypeId)
  return events.flatMap((event) =>
    event.questions.filter((question) => question.scope === 'order' && isQuestionAsked(question, bought)),
  )
}

export const deliveryMethodOf = (draft: CheckoutDraft): DeliveryMethod =>
  deliveryMethod.options.find((method) => method === draft['delivery.method']) ?? 'e_ticket'

export function toCheckoutBody(
  form: CheckoutForm,
  order: {
    cartId: string
    expectedTotal: number
    promoCode?: string | undefined
    vouchers?: CheckoutBody['vouchers']
  },
): CheckoutBody {
  const { draft } = form
  const method = deliveryMethodOf(draft)
  return {
    cartId: order.cartId,
    customer: {
      firstName: draft['customer.firstName'] ?? '',
      lastName: draft['customer.lastName'] ?? '',
      email: draft['customer.email'] ?? '',
      ...(draft['customer.phone'] ? { phone: draft['customer.phone'] } : {}),
    },
    attendees: listSeats(form).map((seat) => ({
      ticketTypeId: seat.item.ticketTypeId,
      firstName: seat.names === 'none' ? '' : (draft[`${seat.field}.firstName`] ?? ''),
      lastName: seat.names === 'none' ? '' : (draft[`${seat.field}.lastName`] ?? ''),
      answers: answersTo(seat.questions, draft, `${seat.field}.answers`),
    })),
    answers: answersTo(listOrderQuestions(form), draft, 'answers'),
    delivery: { method, ...(method === 'post' ? { address: draft['delivery.address'] ?? '' } : {}) },
    ...(order.promoCode ? { promoCode: order.promoCode } : {}),
    ...(order.vouchers?.length ? { vouchers: order.vouchers } : {}),
    acceptedLegalTexts: form.legalTexts.map(({ kind, promoterId, version }) => ({
      kind,
      promoterId,
      version,
    })),
    expectedTotal: order.expectedTotal,
  }
}

const answersTo = (
  questions: readonly Question[],
  draft: CheckoutDraft,
  prefix: string,
): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const answer = draft[`${prefix}.${question.id}`]?.trim()
      return answer ? [[question.id, answer]] : []
    }),
  )

export function checkCheckoutForm(form: CheckoutForm, body: CheckoutBody): FieldErrors {
  const parsed = z.safeParse(checkoutBody, body)
  const issues = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const { draft } = form
  return {
    ...toFieldErrors(form, issues),
    ...Object.assign({}, ...listSeats(form).map((seat) => checkSeat(seat, draft))),
    ...checkAnswers(listOrderQuestions(form), draft, 'answers'),
    ...(deliveryMethodOf(draft) === 'post' && !draft['delivery.address']?.trim()
      ? { 'delivery.address': 'Enter the address to send the tickets to.' }
      : {}),
    ...checkTerms(form),
  }
}

/**
 * Returns an error unless the buyer has accepted the current legal texts. If the checkbox is ticked, the draft's field
 * `terms` contains the accepted versions.
 */
function checkTerms({ draft, legalTexts }: CheckoutForm): FieldErrors {
  if (legalTexts.length === 0 || draft['terms'] === legalTextsKey(legalTexts)) return {}
  return { terms: draft['terms'] ? TERMS_CHANGED_MESSAGE : 'Accept the terms to continue.' }
}

export const TERMS_CHANGED_MESSAGE =
  'The terms have changed since you opened this page. Read the new version and accept it. Nothing was charged.'

function checkSeat({ field, names, questions }: Seat, draft: CheckoutDraft): FieldErrors {
  const isMissing = (name: string): boolean => names === 'required' && !draft[`${field}.${name}`]?.trim()
  return {
    ...(isMissing('firstName') ? { [`${field}.firstName`]: 'Enter the first name.' } : {}),
    ...(isMissing('lastName') ? { [`${field}.lastName`]: 'Enter the last name.' } : {}),
    ...checkAnswers(questions, draft, `${field}.answers`),
  }
}

const checkAnswers = (questions: readonly Question[], draft: CheckoutDraft, prefix: string): FieldErrors =>
  Object.fromEntries(
    questions
      .filter((question) => question.required && !draft[`${prefix}.${question.id}`]?.trim())
      .map((question) => [`${prefix}.${question.id}`, answerMissingMessage(question)]),
  )

/** Replaces the index of an attendee in the server's error paths ('attendees.2.firstName') by the ticket's prefix in the draft. */
export function toFieldErrors(
  form: CheckoutForm,
  issues: readonly { path: string; message: string }[],
): FieldErrors {
  const seats = listSeats(form)
  return Object.fromEntries(
    issues.map(({ path, message }) => [
      path.replace(/^attendees\.(\d+)/, (whole, index: string) => seats[Number(index)]?.field ?? whole),
      message,
    ]),
  )
}
