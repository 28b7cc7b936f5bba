import * as z from 'zod/mini'
import { objectId } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'
import { emailAddress } from '#model/people/people.ts'
import { BUYER_LEGAL_KINDS, buyerLegalText, legalTextVersion } from '#model/sites/buyer-legal-texts.ts'
import { order, orderCustomer } from '#model/sales/orders.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

/** Vouchers that a promoter sells. Amounts in major units. */
export const voucherOffer = z.object({
  promoterId: z.string(),
  promoterName: z.string(),
  currency: z.string(),
  /** Fixed amounts, ascending. */
  amounts: z.array(z.number()),
  /** Range for an amount that the buyer chooses; null if only fixed amounts are sold. */
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  /** The promoter's text, in Markdown; '' if there is none. */
  text: z.string(),
  /** Expiry of a voucher that is bought now. */
  expiresAt: z.string(),
  /** Terms that the buyer must accept. */
  legalTexts: z.array(buyerLegalText),
})
export type VoucherOffer = z.infer<typeof voucherOffer>

export const getVoucherOffer = endpoint({
  description:
    'Returns the vouchers that a promoter sells: the storefront’s promoter, or on the main site `promoterId`. NOT_FOUND when it sells none.',
  method: 'GET',
  path: '/api/public/voucher-offer',
  access: 'anyone',
  query: z.object({ promoterId: z.optional(objectId) }),
  data: z.object({ offer: voucherOffer }),
  errors: ['NOT_FOUND'],
})

export const voucherRecipient = z.object({
  name: z.string().check(z.trim(), z.maxLength(100, 'Use 100 characters at most.')),
  email: emailAddress,
  message: z.string().check(z.trim(), z.maxLength(500, 'Use 500 characters at most.')),
  /** Date on which the voucher is emailed, at 7:00 UTC; null to email it immediately. */
  deliverOn: z.nullable(z.iso.date('Enter a date.')),
})

export const voucherOrderBody = z.object({
  /** Promoter who sells the voucher. Required on the main site. */
  promoterId: z.optional(objectId),
  /**
   * Amount of the voucher in major units: one of the fixed amounts, or an amount within the range that buyers may
   * choose from.
   */
  amount: z
    .number('Choose an amount.')
    .check(z.gt(0, 'Enter more than 0.'), z.maximum(1e6, 'Enter a smaller amount.')),
  currency,
  customer: orderCustomer,
  /** Recipient of the voucher's email. Default: the buyer. */
  recipient: z.optional(voucherRecipient),
  /** Versions of the offer’s `legalTexts`, like in `POST /api/public/checkout`. */
  acceptedLegalTexts: z.optional(z.array(legalTextVersion).check(z.maxLength(BUYER_LEGAL_KINDS.length))),
})
export type VoucherOrderBody = z.infer<typeof voucherOrderBody>

export const orderVoucher = endpoint({
  description:
    'Places an order for a voucher, which is paid like any other order. Once it is paid, the voucher is issued and emailed to the recipient or the ' +
    'buyer. No taxes and fees are charged: they are due when the voucher is redeemed. A retry with the same Idempotency-Key returns the same order, ' +
    'and KEY_REUSED if its content differs; ORDER_LINK_REPLACED if the email address was corrected since. VALIDATION_ERROR for an amount that isn’t offered.',
  method: 'POST',
  path: '/api/public/voucher-orders',
  access: 'anyone',
  body: voucherOrderBody,
  idempotencyKey: 'required',
  data: z.object({ order }),
  status: 201,
  errors: [
    'NOT_FOUND',
    'SHOP_CLOSED',
    'TERMS_CHANGED',
    'CURRENCY_NOT_SOLD',
    'AMOUNT_NOT_CHARGEABLE',
    'RATE_LIMITED',
    'KEY_REUSED',
    'ORDER_LINK_REPLACED',
    'ORDER_SIGN_IN',
  ],
})
