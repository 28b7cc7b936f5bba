import * as z from 'zod/mini'
import { urls } from '#contracts/platform/urls.ts'
import { customerLimitDetails, customerLimitMessage } from '#model/sales/customer-limits.ts'
import { orderQuote, type OrderQuote } from '#model/sales/orders.ts'
import { readCheckoutAttempt } from './checkout-attempt.ts'
import { TERMS_CHANGED_MESSAGE, toFieldErrors, type CheckoutForm, type FieldErrors } from './checkout-form.ts'

/**
 * Reason why an order wasn't placed or paid. `code` is an error code of the server or the API client, or one of DECLINED (card),
 * PAID_TOO_LATE, ORDER_EXPIRED and ORDER_CANCELLED. For the last two, nothing was charged.
 */
export interface CheckoutRefusal {
  code: string
  message: string
  details?: unknown
}

export interface CheckoutNotice {
  title: string
  text: string
  action?: 'see order' | 'change cart'
  href?: string
}

export interface RefusalExplanation {
  errors?: FieldErrors
  notice?: CheckoutNotice
  change?: { shownTotal: number; quote: OrderQuote }
  declined?: string
}

export function explainRefusal(
  form: CheckoutForm,
  refusal: CheckoutRefusal,
  shownTotal: number,
): RefusalExplanation {
  const { code, message, details } = refusal
  if (code === 'DECLINED') return { declined: message }
  if (code === 'VALIDATION_ERROR') return explainFields(form, message, details)
  if (code === 'PRICE_CHANGED') return explainPrice(message, details, shownTotal)
  if (code === 'TERMS_CHANGED') return { errors: { terms: TERMS_CHANGED_MESSAGE } }
  if (code === 'CUSTOMER_LIMIT') return { notice: explainCustomerLimit(message, details) }
  return { notice: NOTICES[code]?.(message) ?? explainRest(code, message) }
}

export function explainUnpaid(orderId: string, { code, message }: CheckoutRefusal): RefusalExplanation {
  if (code === 'DECLINED') return { declined: message }
  const seeOrder = { action: 'see order', href: urls.order(orderId) } as const
  const ended = ENDED[code]
  if (ended !== undefined) return { notice: { title: message, text: ended, ...seeOrder } }
  const known = SAME_UNPAID.has(code) ? NOTICES[code]?.(message) : undefined
  const rest = { title: message, text: 'Try again. You won’t be charged twice.' }
  return { notice: { ...(known ?? rest), ...(code === 'PAID_TOO_LATE' ? seeOrder : {}) } }
}

const OPEN_ORDER = 'Open the order to see its current state.'

/** Texts about an existing order that can't be paid any more. */
const ENDED: Readonly<Record<string, string>> = {
  ORDER_EXPIRED: 'It wasn’t paid in time. Nothing was charged.',
  ORDER_CANCELLED: 'It was cancelled before it was paid. Nothing was charged.',
  ORDER_NOT_PAYABLE: OPEN_ORDER,
}

/** Codes that have the same explanation with and without an existing order. */
const SAME_UNPAID: ReadonlySet<string> = new Set(['PAID_TOO_LATE', 'NETWORK_ERROR', 'AMOUNT_NOT_CHARGEABLE'])

const fieldErrors = z.array(z.object({ path: z.string(), message: z.string() }))

function explainFields(form: CheckoutForm, message: string, details: unknown): RefusalExplanation {
  const parsed = z.safeParse(fieldErrors, details)
  if (!parsed.success || parsed.data.length === 0) return { notice: { title: message, text: KEPT } }
  return { errors: toFieldErrors(form, parsed.data) }
}

function explainPrice(message: string, details: unknown, shownTotal: number): RefusalExplanation {
  const parsed = z.safeParse(z.object({ quote: orderQuote }), details)
  return parsed.success
    ? { change: { shownTotal, quote: parsed.data.quote } }
    : { notice: { title: message, text: KEPT } }
}

function explainCustomerLimit(message: string, details: unknown): CheckoutNotice {
  const parsed = z.safeParse(customerLimitDetails, details)
  const limits = parsed.success ? `${customerLimitMessage(parsed.data)} ` : ''
  return {
    title: message,
    text: `${limits}Choose fewer tickets in your cart. Nothing was charged. ${KEPT}`,
    action: 'change cart',
    href: urls.cart(),
  }
}

const KEPT = 'We saved what you entered.'

const placeAgain = (message: string): CheckoutNotice => ({
  title: message,
  text: `Nothing was charged. ${KEPT} Try again to place a new one.`,
})

const NOTICES: Readonly<Record<string, (message: string) => CheckoutNotice>> = {
  CART_EXPIRED: () => ({
    title: 'Your tickets are no longer held for you',
    text: `The time to buy them ran out. Nothing was charged. ${KEPT}`,
  }),
  CART_EMPTY: () => ({
    title: 'You have no tickets on hold',
    text: `We couldn’t find your tickets. Choose them again. ${KEPT}`,
  }),
  SOLD_OUT: () => ({
    title: 'Some of your tickets have just sold out',
    text: `The summary shows the tickets we’re still holding for you. Nothing was charged. ${KEPT}`,
  }),
  NOT_ON_SALE: (message) => ({
    title: message,
    text: `We removed them from your cart. The summary shows the tickets we’re still holding for you. Nothing was charged. ${KEPT}`,
  }),
  AMOUNT_NOT_CHARGEABLE: (message) => ({
    title: message,
    text: `Change your tickets, remove a voucher if you use one, or contact the organiser. Nothing was charged. ${KEPT}`,
  }),
  ORDER_IN_PAYMENT: (message) => ({
    title: message,
    text: 'Wait until it finishes before you try again.',
    ...seeOrder(),
  }),
  ORDER_LINK_REPLACED: (message) => ({ title: 'You have already placed this order', text: message }),
  ORDER_EXPIRED: placeAgain,
  ORDER_CANCELLED: placeAgain,
  ORDER_NOT_PAYABLE: (message) => ({
    title: message,
    text: OPEN_ORDER,
    ...seeOrder(),
  }),
  PAID_TOO_LATE: () => ({
    title: 'Your payment arrived after this order expired',
    text: 'The tickets are no longer available. We’ll refund you in full automatically and email you about it. You can also follow the refund in your order.',
    ...seeOrder(),
  }),
  NETWORK_ERROR: () => ({
    title: 'We can’t reach the server',
    text: `Check your connection and try again. You won’t be charged twice. ${KEPT}`,
  }),
}

const explainRest = (code: string, message: string): CheckoutNotice =>
  code.startsWith('PROMO_')
    ? { title: 'Your promo code wasn’t accepted', text: `${message} We removed it from the total. ${KEPT}` }
    : code.startsWith('VOUCHER_')
      ? { title: 'Your voucher wasn’t accepted', text: `${message} Nothing was charged. ${KEPT}` }
      : { title: message, text: `${KEPT} Try again. Your order won’t be placed twice.` }

function seeOrder(): Pick<CheckoutNotice, 'action' | 'href'> {
  const orderId = readCheckoutAttempt()?.orderId
  return orderId ? { action: 'see order', href: urls.order(orderId) } : {}
}
