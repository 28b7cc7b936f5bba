import type { Failure } from '#model/platform/result.ts'
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

  UNAUTHENTICATED: [401, 'Sign in to continue.'],
  SESSION_ENDED: [401, 'Your session has ended. Sign in again.'],
  INVALID_CREDENTIALS: [401, 'The email address or password is wrong.'],
  SECOND_FACTOR_REQUIRED: [401, 'Enter the code from your authenticator app.'],
  SECOND_FACTOR_WRONG: [403, 'This code is wrong or has already been used.'],
  SECOND_FACTOR_FIRST: [
    403,
    'Your role requires two-factor authentication. To make this change, sign in again with your passkey or a code from your authenticator app.',
  ],
  SECOND_FACTOR_NEEDED: [403, 'Turn on two-factor authentication for your account first, then try again.'],
  PASSWORD_WRONG: [403, 'Your password is wrong.'],
  PASSWORD_REQUIRED: [403, 'Enter your account’s password, or sign in and open the link again.'],
  LINK_INVALID: [410, 'This link has expired or has already been used. Request a new one.'],
  PASSKEY_REFUSED: [403, 'This passkey wasn’t accepted. Try again or use another one.'],
  PASSKEYS_FULL: [409, 'You’ve reached the limit of 20 passkeys. Remove one first.'],
  PICTURE_REFUSED: [422, 'Upload a JPEG, PNG, WebP or AVIF image of at most 40 megapixels.'],
  FORBIDDEN: [403, 'You don’t have permission to do this.'],
  EDIT_CONFLICT: [409, 'Someone else has changed this since you opened it. Your changes weren’t saved.'],

  EMAIL_NOT_VERIFIED: [403, 'Verify your email address first, using the link we emailed you.'],
  REGISTRATION_CLOSED: [403, 'New organisers can’t join this site at the moment.'],
  INVITATION_REQUIRED: [
    403,
    'New organisers join this site by invitation. Ask the people who run it to invite your email address.',
  ],
  APPROVAL_PENDING: [
    409,
    'Your account as an organiser is being reviewed. You can prepare everything; you can publish once it’s approved.',
  ],
  APPROVAL_REFUSED: [409, 'Your account as an organiser wasn’t approved, so you can’t publish events.'],
  PROMOTER_SUSPENDED: [
    409,
    'Your shop is suspended, so you can’t publish events or request payouts. Contact the people who run this site.',
  ],
  PROMOTER_MOVED: [
    409,
    'This promoter’s status has changed since you opened this page. Reload the page and try again.',
  ],
  SINGLE_PROMOTER_ONLY: [409, 'This is only possible while at most one promoter exists.'],
  SUPPORT_RUNNING: [409, 'You’re already acting for a promoter. Stop acting for it first.'],
  SITE_NAME_TAKEN: [409, 'This site name is taken. Choose another one.'],
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
    'This device belongs to someone else here. To use it, clear this site’s data in the browser.',
  ],
  DEVICE_UNKNOWN: [409, 'This device hasn’t synced its scans with this event yet. Sync them first.'],
  DEVICES_FULL: [409, 'This event has reached its limit of 200 devices, or a member’s limit of 50.'],
  PAIRING_CODE_WRONG: [404, 'This code is wrong, has expired or was already used. Ask for a new one.'],
  PAIRINGS_FULL: [409, 'You’ve reached the limit of 500 paired devices. Revoke some first.'],
  KEY_REUSED: [409, 'This Idempotency-Key was used for another scan.'],
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
  REFUND_TOO_MUCH: [409, 'This is more than the amount left to refund on this order.'],
  REFUND_NOTHING_LEFT: [409, 'There is nothing left to refund, or these tickets have already been refunded.'],
  REFUND_WAITING: [409, 'A refund of this order is already waiting for the platform’s approval.'],
  REFUND_DECIDED: [409, 'This refund has already been approved or refused.'],
  PAYMENT_METHOD_REQUIRED: [422, 'Enter a card to pay with.'],
  PAYMENT_PROVIDER_FAILED: [
    502,
    'The payment provider didn’t respond. Try again: you won’t be charged twice.',
  ],
  LINK_CODE_TAKEN: [409, 'This code is used by another link. Choose another one.'],
  LINKS_FULL: [409, 'You’ve reached the limit of 500 links. Use an existing one.'],
  PAYEE_REFUSED: [409, 'The payment provider couldn’t set up this account.'],
  PAYOUT_ACCOUNT_MISSING: [409, 'Set up your payout account first.'],
  PAYOUT_ACCOUNT_NOT_READY: [409, 'Your payout account isn’t ready yet. Complete its setup first.'],
  PAYOUT_TOO_MUCH: [409, 'This is more than your available balance.'],
  PAYOUTS_ON_HOLD: [
    409,
    'Payouts are on hold while this organiser’s shop is closed. Your earnings are kept.',
  ],
  SETTLEMENT_HELD: [409, 'Your payouts are on hold. Contact the platform to find out why.'],
  SETTLEMENT_METHOD_MISSING: [409, 'Choose how you want to be paid first.'],
  SETTLEMENT_NOTHING_AVAILABLE: [409, 'There isn’t enough available to pay out yet.'],
  SETTLEMENT_OPEN: [409, 'A payout in this currency is already being prepared.'],
  SETTLEMENT_MOVED: [409, 'This payout has changed since you opened it. Reload the page.'],
  TROUBLE_MOVED: [409, 'This problem has changed since you opened it. Reload the page.'],
  DEBTOR_ACCOUNT_MISSING: [409, 'Enter your own bank account in this currency first.'],
  BANK_FILE_EMPTY: [409, 'No payout can be sent in this currency right now.'],
  PAYOUT_DECIDED: [409, 'This payout has already been approved or rejected.'],
  ALREADY_MEMBER: [
    409,
    'This person is already a member of your team. Change their role in the list instead.',
  ],
  INVITATION_THERE: [409, 'This email address has already been invited. Resend the invitation or revoke it.'],
  INVITATION_FOR_ANOTHER: [
    403,
    'This invitation was sent to another email address. Sign in with the account for that address.',
  ],
  LAST_OWNER: [409, 'A promoter needs at least one owner. Make another member an owner first.'],
  STAFF_FULL: [409, 'You’ve reached the limit of 500 members and pending invitations.'],
  RULE_THERE: [409, 'A rule for this already exists. Edit that one instead.'],
  EARNINGS_LEFT: [
    409,
    'You have earnings that haven’t been paid out. Request a payout before you delete your account.',
  ],
  OWN_ACCOUNT: [409, 'You can’t do this to your own account. Ask another operator.'],
  OPERATOR_ACCOUNT: [
    409,
    'This account belongs to an operator. Remove the role first, with “npm run operator -- remove” on the server.',
  ],
  FACTOR_MISSING: [409, 'This sign-in method isn’t set up for this account.'],
  SOLE_OPERATOR: [409, 'You’re the only operator of this site. Make another account an operator first.'],
  SOLE_OWNER: [
    409,
    'You’re the only owner of a promoter. Make another member an owner before you delete your account.',
  ],
  WEBHOOK_SIGNATURE: [400, 'The webhook signature is invalid.'],
  TAX_RATE_THERE: [409, 'You already have a tax rate with this name and percentage.'],
  TAX_RATE_IN_USE: [409, 'Ticket types use this tax rate. Remove it from them first.'],
  API_KEYS_FULL: [409, 'You’ve reached the limit of 50 API keys. Revoke one first.'],
  WEBHOOKS_FULL: [409, 'You’ve reached the limit of 20 webhook endpoints. Delete one first.'],
  WEBHOOK_URL_REFUSED: [422, 'We can only send to public https URLs. Enter another one.'],
  FEES_NOT_FOUND: [404, 'No fee configuration was found.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

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

/** Returns FORBIDDEN for an API key without the required scope. */
export const failScope = (scope: string): Failure<'FORBIDDEN'> => ({
  success: false,
  error: {
    code: 'FORBIDDEN',
    message: `This API key lacks the scope ${scope}.`,
    details: { missingScope: scope },
  },
})

export const statusOf = (code: ErrorCode): number => ERRORS[code][0]

/** Returns UNAVAILABLE for requests that need the image storage while it can't be reached. */
export const failStorage = (): Failure<'UNAVAILABLE'> => ({
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
