import * as z from 'zod/mini'
import { cursor, money, reference, version } from '#model/bounds.ts'
import { moment } from '#model/moments.ts'
import { orderStatus } from '#model/orders.ts'
import { emailAddress, personName, phoneNumber } from '#model/people.ts'
import { endpoint } from '../endpoint.ts'
import { refundWish } from '../refunds.ts'
import { orderDetail, takenOutside } from './order-detail.ts'

/** A day ('2026-11-21', in UTC) or a moment with its offset. */
const dayOrMoment = z.union([z.iso.date(), moment()])

/**
 * What leaves some of the orders. `q`: each word is a fragment of the order's number, its buyer's name or address, a holder's name
 * or address, or a ticket's code. `attention`: what people have to settle, and disputes that are open. `to` as a day is its end.
 */
const orderFilters = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  status: z.optional(z.enum([...orderStatus.options, 'attention'])),
  eventId: z.optional(reference),
  from: z.optional(dayOrMoment),
  to: z.optional(dayOrMoment),
  promo: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.maxLength(60))),
  /** A tracking link, by id. */
  link: z.optional(reference),
}
export const orderSelection = z.object(orderFilters)
export type OrderSelection = z.infer<typeof orderSelection>

export const orderRow = z.object({
  id: z.string(),
  number: z.string(),
  status: orderStatus,
  /** Something about its money has to be settled by people. */
  needsAttention: z.boolean(),
  takenOutside: z.nullable(takenOutside),
  buyer: z.object({ name: z.string(), email: z.string() }),
  tickets: z.int(),
  events: z.array(z.string()),
  total: z.number(),
  refunded: z.number(),
  currency: z.string(),
  promoCode: z.nullable(z.string()),
  createdAt: z.string(),
})
export type OrderRowView = z.infer<typeof orderRow>

const CALL = { access: 'promoter', scope: 'orders:read' } as const
const CHANGE = { access: 'promoter', scope: 'orders:write' } as const
const one = z.object({ id: reference })

/** The newest first. A page may have fewer rows than fit, and go on all the same: older ones have not been looked at yet. */
export const listOrders = endpoint({
  ...CALL,
  method: 'GET',
  path: '/api/promoter/orders',
  query: z.object({ ...orderFilters, cursor: z.optional(cursor) }),
  data: z.object({ orders: z.array(orderRow), nextCursor: z.nullable(z.string()) }),
  errors: ['FORBIDDEN', 'VALIDATION_ERROR'],
})

/** What the filters offer: the promoter's events, the latest first, with their ticket types. */
export const listOrderChoices = endpoint({
  ...CALL,
  method: 'GET',
  path: '/api/promoter/order-choices',
  data: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        startsAt: z.string(),
        timeZone: z.string(),
        currency: z.string(),
        status: z.enum(['draft', 'published', 'cancelled']),
        ticketTypes: z.array(
          z.object({ id: z.string(), name: z.string(), price: z.number(), left: z.int() }),
        ),
      }),
    ),
    links: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  errors: ['FORBIDDEN'],
})

const shown = z.object({ detail: orderDetail })

export const getOrderDetail = endpoint({
  ...CALL,
  method: 'GET',
  path: '/api/promoter/orders/{id}',
  params: one,
  data: shown,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

/** What a refund would do, computed as the refund itself is; nothing happens. `tickets` are those that it would void. */
export const previewRefund = endpoint({
  ...CHANGE,
  method: 'POST',
  path: '/api/promoter/orders/{id}/refund-previews',
  params: one,
  body: refundWish,
  data: z.object({
    amount: z.number(),
    fees: z.number(),
    taxes: z.number(),
    /** All that could still go back on these terms. */
    left: z.number(),
    currency: z.string(),
    tickets: z.array(z.string()),
  }),
  errors: [
    'FORBIDDEN',
    'NOT_FOUND',
    'ORDER_NOT_PAID',
    'REFUND_TOO_MUCH',
    'REFUND_NOTHING_LEFT',
    'VALIDATION_ERROR',
  ],
})

/** The confirmation once more. With the same Idempotency-Key it is sent once. */
export const resendOrder = endpoint({
  ...CHANGE,
  method: 'POST',
  path: '/api/promoter/orders/{id}/resends',
  params: one,
  data: shown,
  status: 201,
  errors: [
    'FORBIDDEN',
    'NOT_FOUND',
    'ORDER_NOT_PAID',
    'ORDER_HAS_NO_ADDRESS',
    'RECIPIENT_LIMIT',
    'VALIDATION_ERROR',
  ],
})

/**
 * Corrects the buyer's email address. The order gets a new link and its tickets get new codes, which are sent to the new address;
 * the old link, the old codes and accounts with the old address open nothing any more.
 */
export const putOrderEmail = endpoint({
  ...CHANGE,
  method: 'PUT',
  path: '/api/promoter/orders/{id}/email',
  params: one,
  body: z.object({ email: emailAddress, version }),
  data: shown,
  errors: [
    'FORBIDDEN',
    'NOT_FOUND',
    'EDIT_CONFLICT',
    'ORDER_NOT_PAID',
    'ORDER_HAS_NO_ADDRESS',
    'RECIPIENT_LIMIT',
    'VALIDATION_ERROR',
  ],
})

/** Calls an order off that waits for its payment: its tickets are on sale again. */
export const cancelOrder = endpoint({
  ...CHANGE,
  method: 'POST',
  path: '/api/promoter/orders/{id}/cancel',
  params: one,
  data: shown,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'ORDER_NOT_PAYABLE', 'ORDER_IN_PAYMENT', 'PAYMENT_PROVIDER_FAILED'],
})

export const addOrderNote = endpoint({
  ...CHANGE,
  method: 'POST',
  path: '/api/promoter/orders/{id}/notes',
  params: one,
  body: z.object({
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Write something.'),
        z.maxLength(2000, 'Use 2,000 characters at most.'),
      ),
  }),
  data: shown,
  status: 201,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
})

/**
 * An order that the promoter takes: a gift, or paid outside. The tickets come out of the same inventory, at their own price; there
 * are no fees. Without an address nobody is written to. The same Idempotency-Key gives the same order.
 */
export const createOrder = endpoint({
  ...CHANGE,
  method: 'POST',
  path: '/api/promoter/orders',
  body: z.object({
    items: z
      .array(z.object({ ticketTypeId: reference, quantity: z.int().check(z.minimum(1), z.maximum(200)) }))
      .check(z.minLength(1, 'Choose a ticket.'), z.maxLength(50)),
    customer: z.object({
      firstName: personName('the first name'),
      lastName: personName('the last name'),
      email: z.optional(z.union([z.literal(''), emailAddress])),
      phone: z.optional(z.union([z.literal(''), phoneNumber])),
    }),
    takenOutside,
    /** In major units: what the promoter has in mind. Left out, nobody minds. */
    expectedTotal: z.optional(money),
    note: z.optional(z.string().check(z.trim(), z.maxLength(2000, 'Use 2,000 characters at most.'))),
  }),
  data: shown,
  status: 201,
  errors: [
    'FORBIDDEN',
    'NOT_FOUND',
    'SOLD_OUT',
    'NOT_ON_SALE',
    'MIXED_CART',
    'RECIPIENT_LIMIT',
    'BY_HAND_LIMIT',
    'PRICE_CHANGED',
    'VALIDATION_ERROR',
  ],
})
