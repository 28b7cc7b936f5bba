import * as z from 'zod/mini'
import { cursor, money, objectId, reference, version } from '#model/platform/bounds.ts'
import { isoDateTime } from '#model/platform/time/moments.ts'
import { orderStatus } from '#model/sales/orders.ts'
import { emailAddress, personName, phoneNumber } from '#model/people/people.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'
import { refundRequestBody } from './refunds.ts'
import { orderDetail, manualPayment } from './order-detail.ts'

/** A date ('2026-11-21', in UTC) or a timestamp with an offset. */
const dayOrMoment = z.union([z.iso.date(), isoDateTime()])

/**
 * Filters. `q`: each word matches part of the order number, of a ticket code, or of the buyer's or a holder's name or email. `attention`:
 * orders with payment problems or open disputes. A date in `to` is inclusive.
 */
const orderFilters = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  status: z.optional(z.enum([...orderStatus.options, 'attention'])),
  eventId: z.optional(reference),
  from: z.optional(dayOrMoment),
  to: z.optional(dayOrMoment),
  promo: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.maxLength(60))),
  link: z.optional(reference),
}
export const orderSelection = z.object(orderFilters)
export type OrderSelection = z.infer<typeof orderSelection>

export const orderRow = z.object({
  id: z.string(),
  number: z.string(),
  status: orderStatus,
  needsAttention: z.boolean(),
  takenOutside: z.nullable(manualPayment),
  buyer: z.object({ name: z.string(), email: z.string() }),
  tickets: z.int(),
  events: z.array(z.string()),
  /** True for an order that buys a voucher, and so has no tickets or events. */
  isOfVoucher: z.boolean(),
  total: z.number(),
  refunded: z.number(),
  currency: z.string(),
  promoCode: z.nullable(z.string()),
  createdAt: z.string(),
})
export type OrderRowView = z.infer<typeof orderRow>

const CALL = { access: 'promoter', scope: 'orders:read' } as const
const CHANGE = { access: 'promoter', scope: 'orders:write' } as const

export const listOrders = endpoint({
  description:
    'Lists orders, newest first. A page may be shorter than others; `nextCursor` is null on the last ' +
    'one.',
  ...CALL,
  method: 'GET',
  path: '/api/promoter/orders',
  query: z.object({ ...orderFilters, cursor: z.optional(cursor) }),
  data: z.object({ orders: z.array(orderRow), nextCursor: z.nullable(z.string()) }),
  errors: ['FORBIDDEN', 'VALIDATION_ERROR'],
})

export const listOrderOptions = endpoint({
  description:
    "Lists values for the filters of orders: the promoter's events, latest first, with their ticket " +
    'types, and tracking links.',
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
  description: 'Returns an order with its tickets, payment, refunds, disputes, attribution and timeline.',
  ...CALL,
  method: 'GET',
  path: '/api/promoter/orders/{id}',
  params: idParams,
  data: shown,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const previewRefund = endpoint({
  description: 'Previews a refund. Changes nothing. `tickets` are the ids of the tickets that it would void.',
  ...CHANGE,
  method: 'POST',
  path: '/api/promoter/orders/{id}/refund-previews',
  params: idParams,
  body: refundRequestBody,
  data: z.object({
    amount: z.number(),
    fees: z.number(),
    taxes: z.number(),
    /** Part of the amount to credit to the vouchers that paid the order. */
    toVouchers: z.number(),
    /** Part of `toVouchers` that isn't credited, because the payment of a bought voucher was refunded or disputed. */
    withheld: z._default(z.number(), 0),
    /** Amount of the order that can still be refunded. */
    left: z.number(),
    currency: z.string(),
    tickets: z.array(z.string()),
    /** True when the refund exceeds the platform's limit, so that an operator must approve it. */
    needsApproval: z.boolean(),
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

export const resendOrder = endpoint({
  description: 'Resends the order confirmation. A retry with the same Idempotency-Key sends it once.',
  ...CHANGE,
  method: 'POST',
  path: '/api/promoter/orders/{id}/resends',
  params: idParams,
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
  idempotencyKey: 'required',
})

export const putOrderEmail = endpoint({
  description:
    "Corrects the buyer's email address. The order gets a new link, and its tickets and vouchers new codes, which are " +
    'sent to the new address; the old link, the old codes and accounts with the old address no longer ' +
    'give access.',
  ...CHANGE,
  method: 'PUT',
  path: '/api/promoter/orders/{id}/email',
  params: idParams,
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

export const cancelOrder = endpoint({
  description: 'Cancels an unpaid order and releases its tickets.',
  ...CHANGE,
  method: 'POST',
  path: '/api/promoter/orders/{id}/cancel',
  params: idParams,
  data: shown,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'ORDER_NOT_PAYABLE', 'ORDER_IN_PAYMENT', 'PAYMENT_PROVIDER_FAILED'],
})

export const addOrderNote = endpoint({
  description: 'Adds an internal note to an order.',
  ...CHANGE,
  method: 'POST',
  path: '/api/promoter/orders/{id}/notes',
  params: idParams,
  body: z.object({
    text: z
      .string()
      .check(z.trim(), z.minLength(1, 'Enter a note.'), z.maxLength(2000, 'Use 2,000 characters at most.')),
  }),
  data: shown,
  status: 201,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
})

export const createOrder = endpoint({
  description:
    'Creates a manual order: complimentary, or paid outside the payment provider. Tickets come from the ' +
    'same inventory at their own price, without fees. Without an email address, no email is sent. A ' +
    'retry with the same Idempotency-Key returns the same order.',
  ...CHANGE,
  method: 'POST',
  path: '/api/promoter/orders',
  body: z.object({
    items: z
      .array(z.object({ ticketTypeId: objectId, quantity: z.int().check(z.minimum(1), z.maximum(200)) }))
      .check(z.minLength(1, 'Choose a ticket.'), z.maxLength(50)),
    customer: z.object({
      firstName: personName('the first name'),
      lastName: personName('the last name'),
      email: z.optional(z.union([z.literal(''), emailAddress])),
      phone: z.optional(z.union([z.literal(''), phoneNumber])),
    }),
    takenOutside: manualPayment,
    /** Expected total in major units; a different total returns PRICE_CHANGED. Not checked when omitted. */
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
    'KEY_REUSED',
    'PRICE_CHANGED',
    'VALIDATION_ERROR',
  ],
  idempotencyKey: 'required',
})
