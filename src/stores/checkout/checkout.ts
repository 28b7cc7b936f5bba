import { atom, onMount } from 'nanostores'
import { call } from '#browser/platform/api.ts'
import { goTo } from '#browser/platform/navigate.ts'
import { checkout, confirmOrder } from '#contracts/checkout/orders.ts'
import { urls } from '#contracts/platform/urls.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import type { Order, OrderQuote } from '#model/sales/orders.ts'
import { $cart, readOrCreateCartId } from '#stores/shop/cart-items.ts'
import { sendCart } from '#stores/shop/cart-hold.ts'
import { emptyCartAfterPurchase, expireCart } from '#stores/shop/cart.ts'
import { voucherCodeEnd } from '#model/sales/vouchers/voucher-codes.ts'
import { checkoutAttemptFor, deleteCheckoutAttempt, storeOrderOfAttempt } from './checkout-attempt.ts'
import { $checkoutDraft, deleteDraftExceptContact } from './checkout-draft.ts'
import { $checkoutEvents } from './checkout-events.ts'
import { $checkoutLegal, loadLegalTexts } from './checkout-legal.ts'
import {
  checkCheckoutForm,
  toCheckoutBody,
  type CheckoutBody,
  type CheckoutForm,
  type FieldErrors,
} from './checkout-form.ts'
import {
  explainRefusal,
  explainUnpaid,
  type CheckoutNotice,
  type CheckoutRefusal,
} from './checkout-refusal.ts'
import { reloadFees } from '#stores/shop/fees.ts'
import type { PaymentResult, PaymentForm } from './payment-form.ts'
import { rejectPromo, recheckPromo } from '#stores/shop/promo.ts'
import { $promo } from '#stores/shop/promo-code.ts'
import { $quote } from '#stores/shop/quote.ts'
import { $vouchers, clearVouchers, computeDueAmount, recheckVouchers, toVoucherUses } from './vouchers.ts'
import { $trackingData } from '#stores/shop/tracking-data.ts'

export interface CheckoutState {
  stage: 'filling' | 'working' | 'leaving'
  errors: FieldErrors
  notice?: CheckoutNotice
  change?: { shownTotal: number; quote: OrderQuote }
  declined?: string
}

export const INITIAL_CHECKOUT: CheckoutState = { stage: 'filling', errors: {} }

export const $checkout = atom<CheckoutState>(INITIAL_CHECKOUT)

// Resets `leaving` when the browser restores the page from its back/forward cache.
onMount($checkout, () => {
  const stay = (event: PageTransitionEvent): void => {
    if (event.persisted) $checkout.set(INITIAL_CHECKOUT)
  }
  const listening = new AbortController()
  window.addEventListener('pageshow', stay, { signal: listening.signal })
  return () => listening.abort()
})

/**
 * Places the order and pays. `acceptedTotal`: changed total that the buyer has accepted, in major units. Without a payment form, only
 * orders that are free or paid by vouchers can be placed. Returns true when the next page opens.
 */
export async function submitCheckout(
  payment: PaymentForm | undefined,
  acceptedTotal?: number,
): Promise<boolean> {
  const price = $quote.get()
  if ($checkout.get().stage !== 'filling' || !price) return false
  const shownTotal = toMajor(price.totalCents, price.currency)
  const expectedTotal = acceptedTotal ?? shownTotal
  const { dueCents, uses } = computeDueAmount(toCents(expectedTotal, price.currency), $vouchers.get())
  if (dueCents > 0 && !payment) return false
  const form = readForm()
  const vouchers = toVoucherUses({ uses, dueCents }, price.currency)
  const body = toBody(form, { expectedTotal, vouchers })
  $checkout.set({ stage: 'working', errors: {} })
  const wrongPayment = dueCents > 0 ? await payment?.check(dueCents) : undefined
  const errors = { ...checkCheckoutForm(form, body), ...wrongPayment }
  if (Object.keys(errors).length > 0) {
    $checkout.set({ stage: 'filling', errors })
    return false
  }
  const refusal = await orderAndPay(form, body, payment)
  if (refusal) takeRefusal(form, refusal, shownTotal)
  return refusal === undefined
}

/** Validates everything except the payment and shows the errors. Called before a wallet such as Apple Pay opens. */
export function checkBeforePaying(): boolean {
  const price = $quote.get()
  if ($checkout.get().stage !== 'filling' || !price) return false
  const form = readForm()
  const errors = checkCheckoutForm(
    form,
    toBody(form, { expectedTotal: toMajor(price.totalCents, price.currency) }),
  )
  $checkout.set({ stage: 'filling', errors })
  return Object.keys(errors).length === 0
}

const readForm = (): CheckoutForm => ({
  items: $cart.get(),
  events: $checkoutEvents.get().events,
  legalTexts: $checkoutLegal.get().texts,
  draft: $checkoutDraft.get(),
})

const toBody = (
  form: CheckoutForm,
  order: { expectedTotal: number; vouchers?: CheckoutBody['vouchers'] },
): CheckoutBody =>
  toCheckoutBody(form, { ...order, cartId: readOrCreateCartId(), promoCode: $promo.get()?.code })

/** Places the order and pays it. Returns undefined on success; the next page then opens. */
async function orderAndPay(
  form: CheckoutForm,
  body: CheckoutBody,
  payment: PaymentForm | undefined,
): Promise<CheckoutRefusal | undefined> {
  const items = form.items.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity])
  // The attempt is stored, so it must not contain whole codes, which could be spent.
  const vouchers = body.vouchers?.map(({ code, amount }) => [voucherCodeEnd(code), amount])
  const attempt = checkoutAttemptFor(JSON.stringify([items, { ...body, vouchers }]))
  const tracking = $trackingData.get()
  // Tracking data isn't part of the attempt's content, so that changed tracking data doesn't change the
  // Idempotency-Key.
  const sent = { ...body, ...(tracking ? { tracking } : {}) }
  const placed = await call(checkout, { body: sent }, { headers: { 'Idempotency-Key': attempt.key } })
  if (!placed.success) return placed.error
  const { order } = placed.data
  storeOrderOfAttempt(attempt, order.id)
  if (order.status === 'expired' || order.status === 'cancelled') {
    // The card may have been charged, so the order page shows what happens.
    if (order.paymentPending) return leave(urls.order(order.id))
    deleteCheckoutAttempt()
    return { code: 'CART_EXPIRED', message: 'This order was not paid in time.' }
  }
  if (order.status !== 'pending' || !payment) return finish(order.id)
  return end(order.id, await payment.pay(order))
}

function end(orderId: string, paying: PaymentResult): CheckoutRefusal | undefined {
  if (paying.status === 'refused') return paying.refusal
  return paying.status === 'paid' ? finish(orderId) : leave(paying.url)
}

/**
 * Pays an existing order, which may have been placed in another browser. If its cart is in this browser, the order page closes the cart.
 */
export async function payOrder(
  payment: PaymentForm | undefined,
  order: Pick<Order, 'id' | 'amountDue' | 'currency'>,
): Promise<boolean> {
  if ($checkout.get().stage !== 'filling' || !payment) return false
  $checkout.set({ stage: 'working', errors: {} })
  const errors = await payment.check(toCents(order.amountDue, order.currency))
  const isTyped = Object.keys(errors).length === 0
  const paying = isTyped ? await payment.pay(order) : undefined
  if (paying?.status === 'paid') leave(urls.order(order.id))
  else if (paying?.status === 'away') leave(paying.url)
  else $checkout.set({ stage: 'filling', errors, ...(paying && explainUnpaid(order.id, paying.refusal)) })
  return paying !== undefined && paying.status !== 'refused'
}

function finish(orderId: string): undefined {
  deleteCheckoutAttempt()
  deleteDraftExceptContact()
  clearVouchers()
  emptyCartAfterPurchase()
  leave(urls.order(orderId))
}

function leave(url: string): undefined {
  $checkout.set({ stage: 'leaving', errors: {} })
  goTo(url)
}

function takeRefusal(form: CheckoutForm, refusal: CheckoutRefusal, shownTotal: number): void {
  if (refusal.code.startsWith('PROMO_')) rejectPromo(refusal.message)
  if (refusal.code.startsWith('VOUCHER_')) void recheckVouchers()
  RELOADS[refusal.code]?.()
  if (refusal.code === 'CART_EXPIRED' || refusal.code === 'CART_EMPTY') {
    // The message is shown beside the button, like for a hold that expires while the page is open.
    expireCart()
    return $checkout.set(INITIAL_CHECKOUT)
  }
  $checkout.set({ stage: 'filling', errors: {}, ...explainRefusal(form, refusal, shownTotal) })
}

/** Updates what a refusal shows to be outdated, by code. */
const RELOADS: Readonly<Record<string, () => unknown>> = {
  // The response has the availability and prices, and removes tickets that can't be bought any more from the cart.
  SOLD_OUT: sendCart,
  NOT_ON_SALE: sendCart,
  PRICE_CHANGED: () => Promise.all([sendCart(), reloadFees(), recheckPromo()]),
  // The checkbox applies only to the versions that were shown.
  TERMS_CHANGED: loadLegalTexts,
  ORDER_EXPIRED: deleteCheckoutAttempt,
  ORDER_CANCELLED: deleteCheckoutAttempt,
}

/** Asks the server for the result of a payment after the bank's challenge has redirected to `/checkout?order=…`. */
export async function returnFromPayment(search: string): Promise<void> {
  const query = new URLSearchParams(search)
  const orderId = query.get('order')
  if (!orderId || $checkout.get().stage !== 'filling') return
  $checkout.set({ stage: 'working', errors: {} })
  const answer = await call(confirmOrder, { params: { id: orderId } })
  // The order page closes the cart.
  if (answer.success && answer.data.order.status === 'paid') return leave(urls.order(orderId))
  if (answer.success && answer.data.order.paymentPending && query.get('payment') !== 'failed')
    return leave(urls.order(orderId))
  const declined = 'Your bank did not confirm the payment. Try again or use another card.'
  $checkout.set({ ...INITIAL_CHECKOUT, ...(query.get('payment') === 'failed' ? { declined } : {}) })
}
