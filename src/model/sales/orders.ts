import * as z from 'zod/mini'
import { recordOf, reference } from '#model/platform/bounds.ts'
import { deliveryMethod } from '#model/catalog/catalog.ts'
import { codeMode } from '#model/catalog/codes/code-modes.ts'
import { emailAddress, personName, phoneNumber } from '#model/people/people.ts'

export const orderStatus = z.enum([
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'cancelled',
  'expired',
])
export type OrderStatus = z.infer<typeof orderStatus>

/**
 * Allowed state changes of an order. A payment that arrives after `expired` or `cancelled` is honoured when tickets
 * are available and no other order of the cart is paid, so both can become `paid`.
 */
export const ORDER_TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid', 'cancelled', 'expired'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  cancelled: ['paid', 'refunded'],
  expired: ['paid', 'refunded'],
}

export const canOrderBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  ORDER_TRANSITIONS[from].includes(to)

/** States from which an order can change to `to`. */
export const orderStatusesBefore = (to: OrderStatus): OrderStatus[] =>
  orderStatus.options.filter((from) => canOrderBecome(from, to))

/** True while the order holds its tickets and the buyer can pay it. */
export const isOrderOpen = (order: { status: OrderStatus; expiresAt: number }, now: number): boolean =>
  order.status === 'pending' && order.expiresAt > now

export const orderCustomer = z.object({
  firstName: personName('your first name'),
  lastName: personName('your last name'),
  email: emailAddress,
  phone: z.optional(phoneNumber),
})

export const answersInput = recordOf(20, z.string().check(z.maxLength(1000)))

/** An attendee. Names can be empty, because the event determines whether they are required. */
export const attendeeInput = z.object({
  ticketTypeId: reference,
  firstName: z.string().check(z.trim(), z.maxLength(100)),
  lastName: z.string().check(z.trim(), z.maxLength(100)),
  email: z.optional(z.union([z.literal(''), emailAddress])),
  answers: z.optional(answersInput),
})

export const deliveryInput = z.object({
  method: deliveryMethod,
  address: z.optional(z.string().check(z.trim(), z.maxLength(500))),
})

/**
 * A ticket for one person. Its QR code contains `token`, which devices can verify offline. For the person who has
 * passed the ticket on, the status is `passed_on` (`void` after a refund), `code` and `token` are empty, and `holder`
 * is the recipient's first name.
 */
export const ticket = z.object({
  id: z.string(),
  code: z.string(),
  token: z.string(),
  ticketTypeId: z.string(),
  eventId: z.string(),
  holder: z.string(),
  status: z.enum(['valid', 'used', 'void', 'passed_on']),
  /** True when the buyer returned the ticket. It is then void; if the refund fails, it becomes valid again. */
  isReturned: z.boolean(),
  /** First name of the person to whom the buyer passed the ticket on. */
  passedOnTo: z.optional(z.string()),
  codeMode,
  /** Time at which a late code appears, in ISO 8601. Until then, `code` and `token` are empty. */
  codeAppearsAt: z.optional(z.string()),
  /**
   * For holders of a ticket with a live code, whose `code` and `token` are empty. The QR code is `prefix` followed by
   * eight digits: a time-based one-time password (RFC 6238, SHA-1, 20 seconds) with this hexadecimal secret.
   */
  live: z.optional(z.object({ prefix: z.string(), secret: z.string() })),
})
export type Ticket = z.infer<typeof ticket>

/** Id of the ticket's element on its page, for links to it. */
export const ticketAnchor = ({ id, code }: Pick<Ticket, 'id' | 'code'>): string => code || `ticket-${id}`

const orderFees = z.object({
  ticketFees: z.number(),
  orderFees: z.number(),
  deliveryFee: z.number(),
  totalFees: z.number(),
})

/** Taxes of an order. `rate` is in percent; `base` is the taxed amount without taxes. */
const orderTax = z.object({
  included: z.boolean(),
  total: z.number(),
  /** Difference between the total and the sum of the prices, because taxes are rounded once for all lines. */
  rounding: z.number(),
  rates: z.array(z.object({ name: z.string(), rate: z.number(), base: z.number(), amount: z.number() })),
})
export type OrderTax = z.infer<typeof orderTax>

/** An order as its buyer sees it. Money is in major units. */
export const order = z.object({
  id: z.string(),
  number: z.string(),
  status: orderStatus,
  currency: z.string(),
  items: z.array(
    z.object({
      ticketTypeId: z.string(),
      eventId: z.string(),
      name: z.string(),
      eventTitle: z.string(),
      quantity: z.int(),
      price: z.number(),
      ticketFee: z.number(),
      totalPrice: z.number(),
    }),
  ),
  subtotal: z.number(),
  discount: z.number(),
  fees: orderFees,
  /** Taxes of the order; absent when nothing was taxed. */
  tax: z.optional(orderTax),
  total: z.number(),
  /** Vouchers that pay the order, with the last four characters of their codes; absent without any. */
  vouchers: z.optional(z.array(z.object({ codeEnd: z.string(), amount: z.number() }))),
  /** Amount of the order's payment: the total minus the part that vouchers pay. */
  amountDue: z.number(),
  promoCode: z.optional(z.string()),
  /** The email address may be empty for manual orders, and the last name for sales at the door. */
  customer: z.extend(orderCustomer, {
    firstName: z.string(),
    lastName: z.string(),
    email: z.union([z.literal(''), emailAddress]),
  }),
  delivery: deliveryInput,
  createdAt: z.string(),
  expiresAt: z.optional(z.string()),
  /** True while the provider is processing a started payment, or refunding one that arrived too late. */
  paymentPending: z.boolean(),
  tickets: z.array(ticket),
})
export type Order = z.infer<typeof order>

/** The server's current price, returned when it differs from a checkout's `expectedTotal`. */
export const orderQuote = z.object({
  currency: z.string(),
  subtotal: z.number(),
  discount: z.number(),
  fees: orderFees,
  /** Taxes of the order; absent when nothing was taxed. */
  tax: z.optional(orderTax),
  total: z.number(),
})
export type OrderQuote = z.infer<typeof orderQuote>
