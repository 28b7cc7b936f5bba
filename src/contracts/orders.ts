import * as z from 'zod/mini'
import { money, reference } from '#model/bounds.ts'
import { BUYER_LEGAL_KINDS, legalTextVersion } from '#model/buyer-legal-texts.ts'
import { CART_ADMISSIONS_LIMIT } from '#model/cart.ts'
import { answers, attendee, delivery, order, orderCustomer } from '#model/orders.ts'
import { trackingData } from '#model/tracking.ts'
import { endpoint } from './endpoint.ts'

export const checkoutBody = z.object({
  cartId: z.uuid('The cart id must be a UUID.'),
  customer: orderCustomer,
  attendees: z.optional(z.array(attendee).check(z.maxLength(CART_ADMISSIONS_LIMIT))),
  /** Answers to the questions that are asked once for the order, by question id. */
  answers: z.optional(answers),
  delivery: z.optional(delivery),
  promoCode: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  tracking: z.optional(trackingData),
  /**
   * The legal texts that the buyer was shown and accepted, as `GET /api/public/events/{id}/legal-texts` lists them; an empty list where
   * it lists none. They are kept with the order, and TERMS_CHANGED when others are in force. Without the key nothing is checked or kept.
   */
  acceptedLegalTexts: z.optional(z.array(legalTextVersion).check(z.maxLength(BUYER_LEGAL_KINDS.length))),
  /** What the buyer was shown, in major units. */
  expectedTotal: money,
})

const orderAnswer = z.object({ order })

/** Needs an `Idempotency-Key` header; the same key of the same cart gives the same order. */
export const checkout = endpoint({
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
  method: 'GET',
  path: '/api/public/orders/{id}',
  access: 'anyone',
  params,
  data: orderAnswer,
  errors: ['NOT_FOUND', 'ORDER_SIGN_IN', 'ORDER_LINK_REPLACED'],
})

/** Asks the provider and settles the order: idempotent, safe to race with the webhook. */
export const confirmOrder = endpoint({
  method: 'POST',
  path: '/api/public/orders/{id}/confirm',
  access: 'anyone',
  params,
  data: orderAnswer,
  errors: ['NOT_FOUND', 'ORDER_SIGN_IN', 'PAYMENT_PROVIDER_FAILED'],
})
