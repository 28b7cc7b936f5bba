import * as z from 'zod/mini'
import { money, reference } from '#model/platform/bounds.ts'
import { BUYER_LEGAL_KINDS, legalTextVersion } from '#model/sites/buyer-legal-texts.ts'
import { CART_ADMISSIONS_LIMIT } from '#model/sales/cart.ts'
import { answers, attendee, delivery, order, orderCustomer } from '#model/sales/orders.ts'
import { trackingData } from '#model/sales/tracking/tracking.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const checkoutBody = z.object({
  cartId: z.uuid('The cart id must be a UUID.'),
  customer: orderCustomer,
  attendees: z.optional(z.array(attendee).check(z.maxLength(CART_ADMISSIONS_LIMIT))),
  answers: z.optional(answers),
  delivery: z.optional(delivery),
  promoCode: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  tracking: z.optional(trackingData),
  /**
   * Legal texts that the buyer accepted, as listed by `GET /api/public/events/{id}/legal-texts`; an empty list when it lists
   * none. They are stored with the order; TERMS_CHANGED when other versions are in force. Not checked or stored when omitted.
   */
  acceptedLegalTexts: z.optional(z.array(legalTextVersion).check(z.maxLength(BUYER_LEGAL_KINDS.length))),
  /** Total shown to the buyer, in major units. A different total returns PRICE_CHANGED. */
  expectedTotal: money,
})

const orderAnswer = z.object({ order })

export const checkout = endpoint({
  description:
    'Places an order for the tickets in a cart. A retry with the same Idempotency-Key and cart returns ' +
    'the same order.',
  method: 'POST',
  path: '/api/public/checkout',
  access: 'anyone',
  body: checkoutBody,
  idempotencyKey: 'required',
  maxBodyBytes: 256 * 1024,
  data: orderAnswer,
  status: 201,
  errors: [
    'ORDER_SIGN_IN',
    'CART_EMPTY',
    'CART_EXPIRED',
    'SOLD_OUT',
    'NOT_ON_SALE',
    'CUSTOMER_LIMIT',
    'RECIPIENT_LIMIT',
    'PRICE_CHANGED',
    'TERMS_CHANGED',
    'AMOUNT_NOT_CHARGEABLE',
    'ORDER_IN_PAYMENT',
    'PROMO_UNKNOWN',
    'PROMO_NOT_YET',
    'PROMO_ENDED',
    'PROMO_USED_UP',
    'PROMO_CUSTOMER_LIMIT',
    'RATE_LIMITED',
  ],
})

const params = z.object({ id: reference })

export const getOrder = endpoint({
  description: 'Returns an order with its tickets.',
  method: 'GET',
  path: '/api/public/orders/{id}',
  access: 'anyone',
  params,
  data: orderAnswer,
  errors: ['NOT_FOUND', 'ORDER_SIGN_IN', 'ORDER_LINK_REPLACED'],
})

export const confirmOrder = endpoint({
  description:
    "Fetches the state of an order's payment from the payment provider and updates the order. " +
    'Idempotent.',
  method: 'POST',
  path: '/api/public/orders/{id}/confirm',
  access: 'anyone',
  params,
  data: orderAnswer,
  errors: ['NOT_FOUND', 'ORDER_SIGN_IN', 'PAYMENT_PROVIDER_FAILED'],
})
