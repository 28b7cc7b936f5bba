import type { Failure } from '#model/result.ts'

/** Every code that Foyer answers with: its HTTP status and its sentence. */
export const ERRORS = {
  VALIDATION_ERROR: [422, 'Some fields need another look.'],
  BAD_REQUEST: [400, 'The request could not be read.'],
  BODY_TOO_LARGE: [413, 'The request is larger than allowed.'],
  FORBIDDEN_ORIGIN: [403, 'The request came from another site.'],
  NOT_FOUND: [404, 'There is nothing here.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not answer that method.'],
  RATE_LIMITED: [429, 'Too many requests. Try again in a moment.'],
  INTERNAL_ERROR: [500, 'Something went wrong on our side. Look at where things stand before you try again.'],
  UNAVAILABLE: [503, 'We can’t reach our database for a moment. Try again in a few seconds.'],

  UNAUTHENTICATED: [401, 'Sign in to go on.'],
  SESSION_ENDED: [401, 'Your session has ended. Sign in again.'],
  INVALID_CREDENTIALS: [401, 'The e-mail address or the password is wrong.'],
  SECOND_FACTOR_REQUIRED: [401, 'Enter the code from your authenticator app.'],
  SECOND_FACTOR_WRONG: [403, 'This code is wrong, or was used already.'],
  SECOND_FACTOR_FIRST: [
    403,
    'A promoter you work for asks for a second factor. Sign in with your passkey or a code to change this.',
  ],
  PASSWORD_WRONG: [403, 'Your password is wrong.'],
  PASSWORD_REQUIRED: [
    403,
    'Enter the password of the account that you registered, or sign in to it and open the link again.',
  ],
  LINK_INVALID: [410, 'This link has expired or was used already. Ask for a new one.'],
  PASSKEY_REFUSED: [403, 'This passkey was not accepted.'],
  PASSKEYS_FULL: [409, 'Your account has 20 passkeys here, and can have no more. Remove one first.'],
  PICTURE_REFUSED: [422, 'Use a JPEG, PNG, WebP or AVIF picture of at most 40 megapixels.'],
  FORBIDDEN: [403, 'Your account may not do this.'],
  EDIT_CONFLICT: [409, 'Somebody else has changed this since you opened it. Nothing was overwritten.'],

  EMAIL_NOT_VERIFIED: [403, 'Confirm your e-mail address first: follow the link that we have sent you.'],
  SITE_NAME_TAKEN: [409, 'Another site has this name. Choose a different one.'],
  NOT_READY: [422, 'Something is missing before this can be published.'],
  EVENT_CANCELLED: [409, 'This event is cancelled, and stays as it is.'],
  EVENT_NOT_PUBLIC: [409, 'Only an event that was published can be cancelled.'],
  EVENT_WAS_PUBLIC: [409, 'Only a draft that was never published can be deleted. Cancel this event instead.'],
  EVENT_IN_USE: [
    409,
    'Orders, assignments, links, promo codes or commission rules name this event. It stays as long as they do.',
  ],
  ORDER_SIGN_IN: [
    403,
    'The events of this order are over. Sign in with the address it was bought with to see it.',
  ],
  ORDER_LINK_REPLACED: [
    410,
    'This link was replaced when the buyer’s email address was corrected. The new link was sent to that address.',
  ],
  EVENT_CODE_REQUIRED: [403, 'This event opens with a code.'],
  EVENT_CODE_WRONG: [403, 'This is not the code of this event.'],
  CAPACITY_TAKEN: [409, 'More tickets than this are sold or in carts already.'],
  TICKET_TYPES_FULL: [409, 'An event has at most 100 ticket types.'],
  TICKET_TYPE_TAKEN: [409, 'This ticket has been in orders or carts. Switch it off instead of deleting it.'],

  DOMAIN_REFUSED: [422, 'This name can’t be a storefront’s domain.'],
  DOMAIN_TAKEN: [409, 'This domain belongs to another promoter.'],
  DOMAIN_NOT_PROVEN: [409, 'The TXT record that proves this domain is not there yet.'],

  MIXED_CART: [409, 'A cart holds tickets of one promoter and one currency.'],
  CART_EMPTY: [409, 'Your cart is empty.'],
  CART_EXPIRED: [409, 'Your cart has expired and its tickets are on sale again.'],
  SOLD_OUT: [409, 'These tickets have just sold out.'],
  NOT_ON_SALE: [409, 'Some of these tickets are no longer on sale.'],
  CUSTOMER_LIMIT: [409, 'This email address has reached its limit for these tickets.'],
  ACCESS_CODE_UNKNOWN: [404, 'This code doesn’t open any tickets here.'],
  PRICE_CHANGED: [409, 'The price has changed. Check the new total before you pay.'],
  TERMS_CHANGED: [409, 'The terms have changed. Read the new version and accept it.'],

  PROMO_UNKNOWN: [404, 'This promo code isn’t valid for the tickets in your cart.'],
  PROMO_NOT_YET: [409, 'This promo code can’t be used yet.'],
  PROMO_ENDED: [409, 'This promo code has ended.'],
  PROMO_USED_UP: [409, 'This promo code has been used as often as it can be.'],
  PROMO_CUSTOMER_LIMIT: [409, 'You have already used this promo code.'],

  PROMO_CODE_TAKEN: [409, 'You have a promo code with this name already.'],
  PROMO_WAS_USED: [
    409,
    'This code was used, so its name and its discount stay what buyers were told. Its dates, limits, scope and whether it is on can change. For another discount, make another code.',
  ],
  PROMO_IN_ORDERS: [409, 'Orders name this code. Switch it off instead: nobody can use it then.'],
  FILE_REFUSED: [422, 'This file could not be read.'],

  AMOUNT_NOT_CHARGEABLE: [409, 'The payment provider can’t take a payment of exactly this amount.'],
  ORDER_NOT_PAYABLE: [409, 'This order can’t be paid any more.'],
  ORDER_NOT_PAID: [409, 'This order has not been paid yet.'],
  PAID_ELSEWHERE: [
    409,
    'This order was paid through a payment provider that is no longer in use here. Give its money back there.',
  ],
  ORDER_IN_PAYMENT: [409, 'A payment for this order is under way.'],
  ORDER_HAS_NO_ADDRESS: [409, 'This order has no e-mail address to send anything to.'],
  TICKET_VOID: [409, 'This ticket was given back: nobody comes with it.'],
  MESSAGE_NOBODY: [409, 'Nobody with an e-mail address is left by these filters.'],
  MESSAGE_OTHERS: [409, 'The number of people has changed since you looked. Nothing was sent; look again.'],
  MESSAGE_LIMIT: [409, 'You have written to as many people as you can in 24 hours. Go on tomorrow.'],
  RECIPIENT_LIMIT: [
    409,
    'This email address has been sent as many free orders as it can get in 24 hours. Try again tomorrow.',
  ],
  BY_HAND_LIMIT: [
    409,
    'You have sent as many orders by hand as you can in 24 hours. The limit grows with the orders that buyers pay for.',
  ],
  CARD_NOT_TAKEN: [422, 'Cards are handed to the payment provider by your browser, not to us.'],
  REFUND_TOO_MUCH: [409, 'This is more than the order has left.'],
  REFUND_NOTHING_LEFT: [409, 'There is nothing left to give back, or these tickets have gone back already.'],
  PAYMENT_METHOD_REQUIRED: [422, 'Enter a card to pay with.'],
  PAYMENT_PROVIDER_FAILED: [
    502,
    'The payment provider did not answer. You have not been charged twice; try again.',
  ],
  LINK_CODE_TAKEN: [409, 'Another link has this code. Choose a different one.'],
  LINKS_FULL: [409, 'You have 500 links, and can have no more. Use one that is there.'],
  PAYEE_REFUSED: [409, 'The payment provider can’t set this account up.'],
  PAYOUT_ACCOUNT_MISSING: [409, 'Set up your payout account first.'],
  PAYOUT_ACCOUNT_NOT_READY: [409, 'Your payout account is not ready yet.'],
  PAYOUT_TOO_MUCH: [409, 'This is more than what is available.'],
  PAYOUT_DECIDED: [409, 'This payout was decided already.'],
  ALREADY_MEMBER: [409, 'This person works for you already. Change the role in the list instead.'],
  INVITATION_THERE: [409, 'This address has an invitation already. Send that one again, or take it back.'],
  INVITATION_FOR_ANOTHER: [
    403,
    'This invitation was sent to another address. Sign in with the account that has it.',
  ],
  LAST_OWNER: [409, 'A promoter needs an owner. Make somebody else an owner first.'],
  STAFF_FULL: [409, 'A promoter has 500 members and open invitations at most.'],
  RULE_THERE: [409, 'There is a rule for exactly this already. Change that one.'],
  EARNINGS_LEFT: [409, 'A promoter still owes you money. Have it paid out before you delete your account.'],
  SOLE_OWNER: [409, 'You are the only owner of a promoter. Somebody else has to own it before you can go.'],
  WEBHOOK_SIGNATURE: [400, 'The signature does not match.'],
  TAX_RATE_THERE: [409, 'You have a rate with this name and percentage already.'],
  TAX_RATE_IN_USE: [409, 'Ticket types have this rate. Take it off them first.'],
  API_KEYS_FULL: [409, 'You have 50 API keys, and can have no more. Revoke one first.'],
  WEBHOOKS_FULL: [409, 'You have 20 webhook endpoints, and can have no more. Delete one first.'],
  WEBHOOK_URL_REFUSED: [422, 'We can’t send to this address.'],
  FEES_NOT_FOUND: [404, 'No fee configuration was found.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof ERRORS

/** One field that did not pass, by its path in the request ('customer.email'). */
export interface FieldError {
  path: string
  message: string
}

export const fail = <Code extends ErrorCode>(code: Code, details?: unknown): Failure<Code> => ({
  success: false,
  error: { code, message: ERRORS[code][1], ...(details === undefined ? {} : { details }) },
})

/** An API key may not do what a call is about: it lacks the scope of the call, which the document of the API names. */
export const failScope = (scope: string): Failure<'FORBIDDEN'> => ({
  success: false,
  error: {
    code: 'FORBIDDEN',
    message: `This API key lacks the scope ${scope}.`,
    details: { missingScope: scope },
  },
})

/** Every status that an envelope may travel with. */
export const statusOf = (code: ErrorCode): number => ERRORS[code][0]

/** The storage of pictures is down: nothing else is. */
export const failStorage = (): Failure<'UNAVAILABLE'> => ({
  success: false,
  error: {
    code: 'UNAVAILABLE',
    message: 'We can’t reach our picture storage for a moment. Try again in a few seconds.',
    details: { service: 'storage' },
  },
})

/** When to come again after a 503, in seconds. */
const RETRY_AFTER_SECONDS = 5

/** The header `Retry-After` of a failure, in seconds: what its details say, else a few seconds for whatever is unavailable. */
export function retryAfterOf({ error }: Failure<ErrorCode>): number | undefined {
  const { details } = error
  if (typeof details === 'object' && details !== null && 'retryAfterSeconds' in details)
    return Number(details.retryAfterSeconds)
  return statusOf(error.code) === 503 ? RETRY_AFTER_SECONDS : undefined
}

/** Why a payment was not accepted, in words for the buyer. */
export const DECLINES = {
  card_declined: 'Your card was declined. Try another card.',
  insufficient_funds: 'Your card has insufficient funds. Try another card.',
  authentication_failed: 'Your bank could not confirm that it was you. Try again or use another card.',
  invalid_number: 'This card number is not valid.',
  expired_card: 'This card has expired. Try another card.',
} as const
export type DeclineCode = keyof typeof DECLINES
