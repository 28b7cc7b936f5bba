import type { Failure } from '#model/platform/result.ts'
import { ACCOUNT_ERRORS } from '#contracts/platform/codes/account-errors.ts'
import { MONEY_ERRORS } from '#contracts/platform/codes/money-errors.ts'
import { TICKET_ERRORS } from '#contracts/platform/codes/ticket-errors.ts'
import { VOUCHER_ERRORS } from '#contracts/platform/codes/voucher-errors.ts'

export const ERRORS = {
  VALIDATION_ERROR: [422, 'Please check these fields.'],
  BAD_REQUEST: [400, 'The request could not be read.'],
  BODY_TOO_LARGE: [413, 'The request is larger than allowed.'],
  FORBIDDEN_ORIGIN: [403, 'The request came from another site.'],
  NOT_FOUND: [404, 'Not found.'],
  METHOD_NOT_ALLOWED: [405, 'This URL doesn’t support that method.'],
  RATE_LIMITED: [429, 'Too many requests. Try again in a moment.'],
  INTERNAL_ERROR: [
    500,
    'Something went wrong on our side. Check whether your change was made before you try again.',
  ],
  UNAVAILABLE: [503, 'We can’t reach our database right now. Try again in a few seconds.'],
  READ_ONLY: [503, 'Nothing can be bought or changed for a few minutes. Try again soon.'],
  MAINTENANCE: [503, 'We’re updating our system. Try again later.'],

  ...ACCOUNT_ERRORS,
  FORBIDDEN: [403, 'You don’t have permission to do this.'],
  EDIT_CONFLICT: [409, 'Someone else has changed this since you opened it. Your changes weren’t saved.'],

  NOT_READY: [422, 'This event isn’t ready to publish. Complete the missing items first.'],
  EVENT_CANCELLED: [409, 'This event is cancelled and can’t be changed.'],
  EVENT_NOT_PUBLIC: [409, 'Only a published event can be cancelled.'],
  EVENT_WAS_PUBLIC: [
    409,
    'Only an event that has never been published can be deleted. Cancel this event instead.',
  ],
  EVENT_IN_USE: [
    409,
    'This event has orders, assignments, links, promo codes or commission rules, so it can’t be deleted.',
  ],
  ORDER_SIGN_IN: [
    403,
    'The events in this order have ended. Sign in with the email address used for the order to view it.',
  ],
  ORDER_LINK_REPLACED: [
    410,
    'This link was replaced when the buyer’s email address was corrected. The new link was sent to that address.',
  ],
  EVENT_CODE_REQUIRED: [403, 'Enter the access code to view this event.'],
  EVENT_CODE_WRONG: [403, 'This access code is wrong.'],
  DEVICE_REVOKED: [403, 'The organiser has revoked this device. Scans that weren’t sent stay on it.'],
  DEVICE_ENDED: [403, 'This device’s access has ended: its last event ended two days ago.'],
  DEVICE_TAKEN: [
    409,
    'Another account or pairing has registered this device for this event. To use it here, clear this site’s data in the browser.',
  ],
  DEVICE_UNKNOWN: [409, 'This device hasn’t synced its scans with this event yet. Sync them first.'],
  DEVICES_FULL: [409, 'This event has reached its limit of 200 devices, or a member’s limit of 50.'],
  PAIRING_CODE_WRONG: [404, 'This code is wrong, has expired or was already used. Ask for a new one.'],
  PAIRINGS_FULL: [409, 'You’ve reached the limit of 500 paired devices. Revoke some first.'],
  KEY_REUSED: [
    409,
    'This Idempotency-Key was already used for a different request. Reload the page to see its result.',
  ],
  CAPACITY_TAKEN: [409, 'More tickets than this are already sold or in carts. Enter a higher number.'],
  TICKET_TYPES_FULL: [409, 'This event has reached the limit of 100 ticket types.'],
  TICKET_TYPE_TAKEN: [
    409,
    'This ticket type has been in orders or carts, so it can’t be deleted. Turn off its sale instead.',
  ],

  DOMAIN_REFUSED: [422, 'This domain can’t be used for a storefront.'],
  DOMAIN_TAKEN: [409, 'This domain is already used by another promoter.'],
  DOMAIN_NOT_PROVEN: [
    409,
    'We couldn’t find the TXT record for this domain. DNS changes can take a while; try again later.',
  ],

  MIXED_CART: [409, 'A cart can only hold tickets from one organiser and in one currency.'],
  CART_EMPTY: [409, 'Your cart is empty.'],
  CART_EXPIRED: [409, 'Your cart has expired and its tickets were released. Add them again.'],
  SOLD_OUT: [409, 'These tickets have just sold out.'],
  NOT_ON_SALE: [409, 'Some of these tickets are no longer on sale.'],
  SHOP_CLOSED: [409, 'This shop is closed for now, so you can’t order. You haven’t been charged.'],
  CUSTOMER_LIMIT: [409, 'This email address has reached the limit for these tickets.'],
  ACCESS_CODE_UNKNOWN: [404, 'This code doesn’t unlock any tickets here.'],
  PRICE_CHANGED: [409, 'The price has changed. Check the new total before you pay.'],
  TERMS_CHANGED: [409, 'The terms have changed. Read the new version and accept it.'],

  PROMO_UNKNOWN: [404, 'This promo code isn’t valid for the tickets in your cart.'],
  PROMO_NOT_YET: [409, 'This promo code can’t be used yet.'],
  PROMO_ENDED: [409, 'This promo code has expired.'],
  PROMO_USED_UP: [409, 'This promo code has reached its usage limit.'],
  PROMO_CUSTOMER_LIMIT: [409, 'You have already used this promo code.'],

  PROMO_CODE_TAKEN: [409, 'You already have a promo code with this name.'],
  PROMO_WAS_USED: [
    409,
    'This code has been used, so its name and discount can’t be changed. You can still change its dates, limits and scope, or turn it off. For a different discount, create a new code.',
  ],
  PROMO_IN_ORDERS: [409, 'This code has been used in orders, so it can’t be deleted. Turn it off instead.'],
  FILE_REFUSED: [422, 'We couldn’t read this file. Check its format and try again.'],

  CURRENCY_NOT_SOLD: [
    409,
    'This site can’t take payments in this currency at the moment. You haven’t been charged. Contact the organiser.',
  ],
  AMOUNT_NOT_CHARGEABLE: [409, 'The payment provider can’t charge this amount.'],
  ORDER_NOT_PAYABLE: [409, 'This order can no longer be paid.'],
  ORDER_NOT_PAID: [409, 'This order hasn’t been paid yet.'],
  PAID_ELSEWHERE: [
    409,
    'This order was paid through a payment provider that is no longer connected. Refund it in that provider’s dashboard.',
  ],
  ORDER_IN_PAYMENT: [409, 'A payment for this order is in progress.'],
  ORDER_EMAIL_FIXED: [409, 'This address can’t be corrected here any more. Ask the organiser to change it.'],
  ORDER_HAS_NO_ADDRESS: [409, 'This order has no email address.'],
  ...TICKET_ERRORS,
  ...VOUCHER_ERRORS,
  MESSAGE_NOBODY: [409, 'No recipients match these filters.'],
  MESSAGE_OTHERS: [
    409,
    'The number of recipients has changed since your preview. Nothing was sent. Check the number and send again.',
  ],
  MESSAGE_LIMIT: [409, 'You’ve reached the limit of recipients in 24 hours. Try again tomorrow.'],
  RECIPIENT_LIMIT: [
    409,
    'This email address has reached the limit of free orders in 24 hours. Try again tomorrow.',
  ],
  BY_HAND_LIMIT: [
    409,
    'You’ve reached the limit of manual orders in 24 hours. The limit grows with your paid orders.',
  ],
  CARD_NOT_TAKEN: [422, 'Card details must be sent to the payment provider by the browser, not to this API.'],
  ...MONEY_ERRORS,
  LINK_CODE_TAKEN: [409, 'This code is used by another link. Choose another one.'],
  LINKS_FULL: [409, 'You’ve reached the limit of 500 links. Use an existing one.'],
  RULE_THERE: [409, 'A rule for this already exists. Edit that one instead.'],
  EARNINGS_LEFT: [
    409,
    'You have earnings that haven’t been paid out. Request a payout before you delete your account.',
  ],
  WEBHOOK_SIGNATURE: [400, 'The webhook signature is invalid.'],
  TAX_RATE_THERE: [409, 'You already have a tax rate with this name and percentage.'],
  TAX_RATE_IN_USE: [409, 'Ticket types use this tax rate. Remove it from them first.'],
  API_KEYS_FULL: [409, 'You’ve reached the limit of 50 API keys. Revoke one first.'],
  WEBHOOKS_FULL: [409, 'You’ve reached the limit of 20 webhook endpoints. Delete one first.'],
  WEBHOOK_URL_REFUSED: [422, 'We can only send to public https URLs. Enter another one.'],
  FEES_NOT_FOUND: [404, 'No fee configuration was found.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof ERRORS

/** A field that failed validation. `path` is its path in the request, for example 'customer.email'. */
export interface FieldError {
  path: string
  message: string
}

export const fail = <Code extends ErrorCode>(code: Code, details?: unknown): Failure<Code> => ({
  success: false,
  error: { code, message: ERRORS[code][1], ...(details === undefined ? {} : { details }) },
})

/** Returns RATE_LIMITED with the waiting time, and a message that says how long it is, from a minute on. */
export const failRateLimited = (retryAfterSeconds: number): Failure<'RATE_LIMITED'> => {
  const { error } = fail('RATE_LIMITED', { retryAfterSeconds })
  const message =
    retryAfterSeconds < 60
      ? error.message
      : `Too many requests. Try again in ${formatWait(retryAfterSeconds)}.`
  return { success: false, error: { ...error, message } }
}

function formatWait(seconds: number): string {
  if (seconds >= 7200) return `${Math.ceil(seconds / 3600)} hours`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** Returns REFUND_NOTHING_LEFT for a payment that the provider doesn't refund because of a dispute. */
export const failDisputed = (): Failure<'REFUND_NOTHING_LEFT'> => ({
  success: false,
  error: {
    code: 'REFUND_NOTHING_LEFT',
    message: 'This payment is disputed, so it can’t be refunded. The dispute decides who gets the money.',
    details: { reason: 'disputed' },
  },
})

/** Returns FORBIDDEN for an API key without the required scope. */
export const failMissingScope = (scope: string): Failure<'FORBIDDEN'> => ({
  success: false,
  error: {
    code: 'FORBIDDEN',
    message: `This API key lacks the scope ${scope}.`,
    details: { missingScope: scope },
  },
})

export const statusOf = (code: ErrorCode): number => ERRORS[code][0]

/** Returns UNAVAILABLE for requests that need the image storage while it can't be reached. */
export const failStorageUnavailable = (): Failure<'UNAVAILABLE'> => ({
  success: false,
  error: {
    code: 'UNAVAILABLE',
    message: 'We can’t reach our image storage right now. Try again in a few seconds.',
    details: { service: 'storage' },
  },
})

const RETRY_AFTER_SECONDS = 5

/** Returns the `Retry-After` header's value in seconds: the error's own, or 5 for any other error with status 503. */
export function retryAfterOf({ error }: Failure<ErrorCode>): number | undefined {
  const { details } = error
  if (typeof details === 'object' && details !== null && 'retryAfterSeconds' in details)
    return Number(details.retryAfterSeconds)
  return statusOf(error.code) === 503 ? RETRY_AFTER_SECONDS : undefined
}
