import * as z from 'zod/mini'
import { urls } from '#contracts/urls.ts'
import { customerLimitDetails, customerLimitMessage } from '#model/customer-limits.ts'
import { orderQuote, type OrderQuote } from '#model/orders.ts'
import { readAttempt } from './checkout-attempt.ts'
import { TERMS_CHANGED, toFieldErrors, type CheckoutForm, type FieldErrors } from './checkout-form.ts'

/** A code of contracts/errors.ts or of the client wrapper, or DECLINED: the provider said no to the card. */
export interface Refusal {
  code: string
  message: string
  details?: unknown
}

/** What happened, what was kept, what to do. */
export interface Notice {
  title: string
  text: string
  action?: 'see order' | 'change cart'
  href?: string
}

export interface Explanation {
  errors?: FieldErrors
  notice?: Notice
  change?: { shownTotal: number; quote: OrderQuote }
  declined?: string
}

export function explainRefusal(form: CheckoutForm, refusal: Refusal, shownTotal: number): Explanation {
  const { code, message, details } = refusal
  if (code === 'DECLINED') return { declined: message }
  if (code === 'VALIDATION_ERROR') return explainFields(form, message, details)
  if (code === 'PRICE_CHANGED') return explainPrice(message, details, shownTotal)
  if (code === 'TERMS_CHANGED') return { errors: { terms: TERMS_CHANGED } }
  if (code === 'CUSTOMER_LIMIT') return { notice: explainCustomerLimit(message, details) }
  return { notice: NOTICES[code]?.(message) ?? explainRest(code, message) }
}

/** The same for an order that waits for nothing but its payment. */
export function explainUnpaid(orderId: string, { code, message }: Refusal): Explanation {
  if (code === 'DECLINED') return { declined: message }
  const seeOrder = { action: 'see order', href: urls.order(orderId) } as const
  if (code === 'ORDER_NOT_PAYABLE')
    return {
      notice: { title: message, text: 'The time to pay it has passed. Nothing was charged.', ...seeOrder },
    }
  const known = SAME_UNPAID.has(code) ? NOTICES[code]?.(message) : undefined
  const rest = { title: message, text: 'Press the button to try again: you can’t pay twice.' }
  return { notice: { ...(known ?? rest), ...(code === 'PAID_TOO_LATE' ? seeOrder : {}) } }
}

/** What is to be said of it doesn't depend on whether the order is there. */
const SAME_UNPAID: ReadonlySet<string> = new Set(['PAID_TOO_LATE', 'NETWORK_ERROR', 'AMOUNT_NOT_CHARGEABLE'])

const fieldErrors = z.array(z.object({ path: z.string(), message: z.string() }))

function explainFields(form: CheckoutForm, message: string, details: unknown): Explanation {
  const parsed = z.safeParse(fieldErrors, details)
  if (!parsed.success || parsed.data.length === 0) return { notice: { title: message, text: KEPT } }
  return { errors: toFieldErrors(form, parsed.data) }
}

function explainPrice(message: string, details: unknown, shownTotal: number): Explanation {
  const parsed = z.safeParse(z.object({ quote: orderQuote }), details)
  return parsed.success
    ? { change: { shownTotal, quote: parsed.data.quote } }
    : { notice: { title: message, text: KEPT } }
}

function explainCustomerLimit(message: string, details: unknown): Notice {
  const parsed = z.safeParse(customerLimitDetails, details)
  const limits = parsed.success ? `${customerLimitMessage(parsed.data)} ` : ''
  return {
    title: message,
    text: `${limits}Choose fewer tickets in your cart. Nothing was charged. ${KEPT}`,
    action: 'change cart',
    href: urls.cart(),
  }
}

const KEPT = 'Everything you typed is kept.'

const NOTICES: Readonly<Record<string, (message: string) => Notice>> = {
  CART_EXPIRED: () => ({
    title: 'Your tickets are no longer held for you',
    text: `The time to buy them has passed, and nothing was charged. ${KEPT}`,
  }),
  CART_EMPTY: () => ({
    title: 'Nothing is held for you at the moment',
    text: `We could not find your tickets. ${KEPT}`,
  }),
  SOLD_OUT: () => ({
    title: 'Some of your tickets have just sold out',
    text: `What we could keep for you is in the summary. Nothing was charged. ${KEPT}`,
  }),
  AMOUNT_NOT_CHARGEABLE: (message) => ({
    title: message,
    text: `Change your tickets, or ask the organiser. Nothing was charged. ${KEPT}`,
  }),
  ORDER_IN_PAYMENT: (message) => ({
    title: message,
    text: 'Wait for it to finish before you try again.',
    ...seeOrder(),
  }),
  ORDER_NOT_PAYABLE: (message) => ({
    title: message,
    text: `Nothing was charged. ${KEPT} Try again to place a new one.`,
  }),
  PAID_TOO_LATE: () => ({
    title: 'Your payment arrived after the time for this order had passed',
    text: 'The tickets had gone to somebody else. Whatever was charged is paid back in full, without you doing anything: the order shows it and we send you an e-mail.',
    ...seeOrder(),
  }),
  NETWORK_ERROR: () => ({
    title: 'We can’t reach the server',
    text: `Check your connection and press the button again: you can’t order or pay twice. ${KEPT}`,
  }),
}

const explainRest = (code: string, message: string): Notice =>
  code.startsWith('PROMO_')
    ? { title: 'Your promo code was not accepted', text: `${message} The total is now without it. ${KEPT}` }
    : { title: message, text: `${KEPT} Press the button to try again: you can’t order twice.` }

function seeOrder(): Pick<Notice, 'action' | 'href'> {
  const orderId = readAttempt()?.orderId
  return orderId ? { action: 'see order', href: urls.order(orderId) } : {}
}
