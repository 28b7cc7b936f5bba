import * as z from 'zod/mini'
import { objectId } from '#model/platform/bounds.ts'
import { question } from '#model/catalog/catalog.ts'
import { emailAddress, personName } from '#model/people/people.ts'
import { answersInput, ticket } from '#model/sales/orders.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

/** Actions that the holder of a ticket can take now. */
export const ticketActions = z.object({
  ticketId: z.string(),
  /** Name on the ticket. */
  firstName: z.string(),
  lastName: z.string(),
  canReplaceCode: z.boolean(),
  /** True while the ticket can be passed on and its holder's name can be changed. */
  canTransfer: z.boolean(),
  /** Deadline for passing the ticket on and changing the name; null if the event doesn't allow it. */
  transfersUntil: z.nullable(z.string()),
  timeZone: z.string(),
  /** Offer that hasn't been accepted yet; null without one. */
  offer: z.nullable(
    z.object({
      /** Address that the offer was sent to; '' for an offer by link. */
      email: z.string(),
      /** Id of the link `/tickets/accept/{id}`; null for an offer by email, whose link only its recipient has. */
      linkId: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
})
export type TicketActions = z.infer<typeof ticketActions>

/** A ticket as shown to the person it was passed on to. */
export const heldTicket = z.object({
  /** Id of the ticket's page, `/tickets/{id}`: a secret, like an order's. */
  id: z.string(),
  ticket,
  ticketName: z.string(),
  /** The organiser and the door can find the ticket by this number. */
  orderNumber: z.string(),
  event: z.object({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    startsAt: z.string(),
    timeZone: z.string(),
  }),
  /** Time of the last entry; null if there is none, or if the ticket was passed on again. */
  admittedAt: z.nullable(z.string()),
  /** Actions that the holder can take; null if the ticket was passed on again. */
  actions: z.nullable(ticketActions),
})
export type HeldTicketView = z.infer<typeof heldTicket>

export const ticketOffer = z.object({
  /** First name of the sender; '' when unknown. */
  senderName: z.string(),
  /** Address that the offer was sent to; '' for an offer by link. */
  email: z.string(),
  ticketName: z.string(),
  event: heldTicket.shape.event,
  needsLastName: z.boolean(),
  /** Questions that each attendee answers. */
  questions: z.array(question),
})
export type TicketOfferView = z.infer<typeof ticketOffer>

const names = {
  firstName: personName('the first name'),
  lastName: z.string().check(z.trim(), z.maxLength(100, 'Use 100 characters at most.')),
}

/** `email`: '' for an offer by link. */
const offerBody = z.object({ email: z.union([z.literal(''), emailAddress]) })
export const renameBody = z.object(names)
export const acceptBody = z.object({ ...names, email: emailAddress, answers: z.optional(answersInput) })

const shown = z.object({ actions: ticketActions })

const CHANGE_ERRORS = [
  'NOT_FOUND',
  'TICKET_PASSED_ON',
  'ORDER_NOT_PAID',
  'TICKET_VOID',
  'EVENT_OVER',
] as const
const TRANSFER_ERRORS = [...CHANGE_ERRORS, 'TICKET_ADMITTED', 'TRANSFERS_OFF', 'TRANSFERS_OVER'] as const
const OFFER_ERRORS = [...TRANSFER_ERRORS, 'OFFER_OPEN', 'PASS_ON_LIMIT'] as const
const ORDER_ERRORS = ['ORDER_SIGN_IN', 'ORDER_LINK_REPLACED'] as const

const ORDER_TICKET = {
  access: 'anyone',
  params: z.object({ id: objectId, ticketId: objectId }),
} as const
const HELD_TICKET = { access: 'anyone', params: idParams } as const

const REPLACES =
  'Gives a ticket a new code and emails the holder. The previous code is refused at the door from then on. '
const REPLACE_LIMIT =
  'At most 5 times in 24 hours. A retry with the same Idempotency-Key creates no further code.'
const OFFERS =
  'Offers a ticket to another person. The link is emailed to `email`; if it is empty, the response has `offer.linkId` instead. ' +
  'The ticket and its code stay unchanged until the offer is accepted. '

export const replaceOrderTicketCode = endpoint({
  ...ORDER_TICKET,
  description: REPLACES + 'For tickets of an order that its buyer hasn’t passed on. ' + REPLACE_LIMIT,
  method: 'POST',
  path: '/api/public/orders/{id}/tickets/{ticketId}/codes',
  idempotencyKey: 'required',
  data: shown,
  status: 201,
  errors: [...CHANGE_ERRORS, ...ORDER_ERRORS, 'NEW_CODE_LIMIT'],
})

export const replaceTicketCode = endpoint({
  ...HELD_TICKET,
  description: REPLACES + 'For the recipient of a ticket. ' + REPLACE_LIMIT,
  method: 'POST',
  path: '/api/public/tickets/{id}/codes',
  idempotencyKey: 'required',
  data: shown,
  status: 201,
  errors: [...CHANGE_ERRORS, 'LINK_INVALID', 'NEW_CODE_LIMIT'],
})

export const offerOrderTicket = endpoint({
  ...ORDER_TICKET,
  description: OFFERS + 'For tickets of an order that its buyer hasn’t passed on.',
  method: 'POST',
  path: '/api/public/orders/{id}/tickets/{ticketId}/offers',
  body: offerBody,
  data: shown,
  status: 201,
  errors: [...OFFER_ERRORS, ...ORDER_ERRORS],
})

export const offerTicket = endpoint({
  ...HELD_TICKET,
  description: OFFERS + 'For the recipient of a ticket.',
  method: 'POST',
  path: '/api/public/tickets/{id}/offers',
  body: offerBody,
  data: shown,
  status: 201,
  errors: [...OFFER_ERRORS, 'LINK_INVALID'],
})

export const reclaimOrderTicket = endpoint({
  ...ORDER_TICKET,
  description:
    'Reclaims an offered ticket, until the offer is accepted. The offer’s link then shows that the offer has ended.',
  method: 'DELETE',
  path: '/api/public/orders/{id}/tickets/{ticketId}/offers',
  data: shown,
  errors: ['NOT_FOUND', 'TICKET_PASSED_ON', 'OFFER_MISSING', ...ORDER_ERRORS],
})

export const reclaimTicket = endpoint({
  ...HELD_TICKET,
  description: 'Reclaims a ticket that its recipient has offered, until the offer is accepted.',
  method: 'DELETE',
  path: '/api/public/tickets/{id}/offers',
  data: shown,
  errors: ['NOT_FOUND', 'TICKET_PASSED_ON', 'OFFER_MISSING', 'LINK_INVALID'],
})

export const renameOrderTicket = endpoint({
  ...ORDER_TICKET,
  description: 'Changes the name on a ticket of an order. The code stays valid.',
  method: 'PUT',
  path: '/api/public/orders/{id}/tickets/{ticketId}/holder',
  body: renameBody,
  data: shown,
  errors: [...TRANSFER_ERRORS, ...ORDER_ERRORS],
})

export const renameTicket = endpoint({
  ...HELD_TICKET,
  description:
    "Changes the holder's name on a ticket that was passed on. Called by the recipient, with the link of the ticket page. The ticket's code stays valid.",
  method: 'PUT',
  path: '/api/public/tickets/{id}/holder',
  body: renameBody,
  data: shown,
  errors: [...TRANSFER_ERRORS, 'LINK_INVALID'],
})

export const getHeldTicket = endpoint({
  ...HELD_TICKET,
  description:
    'Returns a ticket that was passed on, by the id of its page. LINK_INVALID when the links of its order have expired.',
  method: 'GET',
  path: '/api/public/tickets/{id}',
  data: z.object({ held: heldTicket }),
  errors: ['NOT_FOUND', 'LINK_INVALID'],
})

export const getTicketOffer = endpoint({
  ...HELD_TICKET,
  description: 'Returns an open offer of a ticket, with the questions to answer.',
  method: 'GET',
  path: '/api/public/ticket-offers/{id}',
  data: z.object({ offer: ticketOffer }),
  errors: ['NOT_FOUND', 'OFFER_OVER', ...TRANSFER_ERRORS],
})

export const acceptTicketOffer = endpoint({
  ...HELD_TICKET,
  description:
    'Accepts an offered ticket: the caller becomes its holder, with a new code, and the sender’s code is refused at the door. Works once; ' +
    'a retry with the same Idempotency-Key returns the same ticket.',
  method: 'POST',
  path: '/api/public/ticket-offers/{id}/accept',
  idempotencyKey: 'required',
  maxBodyBytes: 64 * 1024,
  body: acceptBody,
  data: z.object({ held: heldTicket }),
  status: 201,
  errors: ['OFFER_OVER', 'PASS_ON_LIMIT', ...TRANSFER_ERRORS],
})
