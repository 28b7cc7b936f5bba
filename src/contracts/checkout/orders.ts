import * as z from 'zod/mini'
import { emailAddress } from '#model/people/people.ts'
import { money } from '#model/platform/bounds.ts'
import { BUYER_LEGAL_KINDS, legalTextVersion } from '#model/sites/buyer-legal-texts.ts'
import { CART_ADMISSIONS_LIMIT } from '#model/sales/cart.ts'
import { answersInput, attendeeInput, deliveryInput, order, orderCustomer } from '#model/sales/orders.ts'
import { voucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { MAX_VOUCHERS } from '#model/sales/vouchers/vouchers.ts'
import { trackingData } from '#model/sales/tracking/tracking.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

const requestedVoucher = z.object({
  code: voucherCode,
  amount: z.number().check(z.gt(0, 'Enter more than 0.'), z.maximum(1e12, 'Enter a smaller amount.')),
})

export const checkoutBody = z.object({
  cartId: z.uuid('The cart id must be a UUID.'),
  customer: orderCustomer,
  attendees: z.optional(z.array(attendeeInput).check(z.maxLength(CART_ADMISSIONS_LIMIT))),
  answers: z.optional(answersInput),
  delivery: z.optional(deliveryInput),
  promoCode: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  /**
   * Vouchers that pay part or all of the total, each with the amount to use, in major units. The remainder is paid by the order's payment.
   * If there is none, the order is paid immediately.
   */
  vouchers: z.optional(
    z.array(requestedVoucher).check(z.maxLength(MAX_VOUCHERS, `Use ${MAX_VOUCHERS} vouchers at most.`)),
  ),
  tracking: z.optional(trackingData),
  /**
   * Versions of the legal texts that the buyer accepted, as listed by `GET /api/public/events/{id}/legal-texts`; an
   * empty list if that list is empty. They are stored with the order. Outdated versions return TERMS_CHANGED. When
   * omitted, nothing is checked or stored.
   */
  acceptedLegalTexts: z.optional(z.array(legalTextVersion).check(z.maxLength(BUYER_LEGAL_KINDS.length))),
  /** Total shown to the buyer, in major units. A different total returns PRICE_CHANGED. */
  expectedTotal: money,
})

const orderAnswer = z.object({ order })

export const checkout = endpoint({
  description:
    'Places an order for the tickets in a cart. A retry with the same Idempotency-Key and cart returns ' +
    'the same order; KEY_REUSED for another email address.',
  method: 'POST',
  path: '/api/public/checkout',
  access: 'anyone',
  body: checkoutBody,
  idempotencyKey: 'required',
  maxBodyBytes: 256 * 1024,
  data: orderAnswer,
  status: 201,
  errors: [
    'NOT_FOUND',
    'KEY_REUSED',
    'ORDER_SIGN_IN',
    'ORDER_LINK_REPLACED',
    'CART_EMPTY',
    'CART_EXPIRED',
    'SOLD_OUT',
    'NOT_ON_SALE',
    'SHOP_CLOSED',
    'CUSTOMER_LIMIT',
    'RECIPIENT_LIMIT',
    'PRICE_CHANGED',
    'TERMS_CHANGED',
    'CURRENCY_NOT_SOLD',
    'AMOUNT_NOT_CHARGEABLE',
    'ORDER_IN_PAYMENT',
    'PROMO_UNKNOWN',
    'PROMO_NOT_YET',
    'PROMO_ENDED',
    'PROMO_USED_UP',
    'PROMO_CUSTOMER_LIMIT',
    'VOUCHER_UNKNOWN',
    'VOUCHER_EXPIRED',
    'VOUCHER_OTHER_CURRENCY',
    'VOUCHER_BALANCE',
    'RATE_LIMITED',
  ],
})

export const getOrder = endpoint({
  description: 'Returns an order with its tickets.',
  method: 'GET',
  path: '/api/public/orders/{id}',
  access: 'anyone',
  params: idParams,
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
  params: idParams,
  data: orderAnswer,
  errors: ['NOT_FOUND', 'ORDER_SIGN_IN', 'PAYMENT_PROVIDER_FAILED'],
})

const LINK_ERRORS = ['NOT_FOUND', 'ORDER_SIGN_IN', 'ORDER_LINK_REPLACED'] as const
const MAIL_ERRORS = [
  ...LINK_ERRORS,
  'ORDER_NOT_PAID',
  'ORDER_HAS_NO_ADDRESS',
  'RECIPIENT_LIMIT',
  'RATE_LIMITED',
] as const

export const resendOwnOrder = endpoint({
  description:
    "Emails the confirmation with the tickets again, to the order's own address, at most three times an hour. A retry with the same " +
    'Idempotency-Key sends nothing.',
  method: 'POST',
  path: '/api/public/orders/{id}/resends',
  access: 'anyone',
  params: idParams,
  idempotencyKey: 'required',
  data: orderAnswer,
  errors: MAIL_ERRORS,
})

export const correctOwnEmail = endpoint({
  description:
    'Corrects the buyer’s email address, within an hour of the purchase and at most three times. After that, returns ' +
    'ORDER_EMAIL_FIXED, and only the promoter can correct it. The order gets a new link, whose id is in the response, and its tickets ' +
    'and vouchers get new codes. They are emailed to the new address; the old link and codes stop working. A retry with the same ' +
    'Idempotency-Key returns the first result if the key is a UUID.',
  method: 'PUT',
  path: '/api/public/orders/{id}/email',
  access: 'anyone',
  params: idParams,
  body: z.object({ email: emailAddress }),
  idempotencyKey: 'required',
  data: orderAnswer,
  errors: [...MAIL_ERRORS, 'ORDER_EMAIL_FIXED'],
})
