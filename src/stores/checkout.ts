import { atom, onMount } from 'nanostores'
import { call } from '#browser/api.ts'
import { goTo } from '#browser/navigate.ts'
import { readTracking } from '#browser/stored-tracking.ts'
import { checkout, confirmOrder } from '#contracts/orders.ts'
import { confirmPayment, createIntent } from '#contracts/payments.ts'
import { urls } from '#contracts/urls.ts'
import { toMajor } from '#model/money.ts'
import type { Order, OrderQuote } from '#model/orders.ts'
import type { Card } from '#model/payments.ts'
import { $cart, cartId } from './cart-items.ts'
import { sendCart } from './cart-hold.ts'
import { closeCart } from './cart.ts'
import { attemptFor, forgetAttempt, rememberOrder } from './checkout-attempt.ts'
import { $draft, keepContact } from './checkout-draft.ts'
import { $checkoutEvents } from './checkout-events.ts'
import { checkForm, toCheckoutBody, type CheckoutForm, type FieldErrors } from './checkout-form.ts'
import { explainRefusal, type Notice, type Refusal } from './checkout-refusal.ts'
import { renewFees } from './fees.ts'
import { $promo, dropPromo, reviewPromo } from './promo.ts'
import { $quote } from './quote.ts'

export interface CheckoutState {
  stage: 'filling' | 'working' | 'leaving'
  errors: FieldErrors
  notice?: Notice
  /** The server's price where the buyer was shown another one. */
  change?: { shownTotal: number; quote: OrderQuote }
  /** Why the card was not accepted. */
  declined?: string
}

export const READY: CheckoutState = { stage: 'filling', errors: {} }

export const $checkout = atom<CheckoutState>(READY)

// A page that comes back from the browser's memory has left for nowhere.
onMount($checkout, () => {
  const stay = (event: PageTransitionEvent): void => {
    if (event.persisted) $checkout.set(READY)
  }
  const listening = new AbortController()
  window.addEventListener('pageshow', stay, { signal: listening.signal })
  return () => listening.abort()
})

/** The card, or what is wrong with it. Asked for only when there is something to pay. */
export type ReadCard = () => { card?: Card; errors: FieldErrors }

const NO_CARD: ReturnType<ReadCard> = { errors: {} }

/** Checks, orders, pays. `acceptedTotal` is the new price that the buyer has just agreed to, in major units. */
export async function submitCheckout(readCard: ReadCard, acceptedTotal?: number): Promise<void> {
  const price = $quote.get()
  if ($checkout.get().stage !== 'filling' || !price) return
  const shownTotal = toMajor(price.totalCents, price.currency)
  const expectedTotal = acceptedTotal ?? shownTotal
  const form: CheckoutForm = { items: $cart.get(), events: $checkoutEvents.get().events, draft: $draft.get() }
  const body = toCheckoutBody(form, { cartId: cartId(), expectedTotal, promoCode: $promo.get()?.code })
  const given = expectedTotal > 0 ? readCard() : NO_CARD
  const errors = { ...checkForm(form, body), ...given.errors }
  if (Object.keys(errors).length > 0) return $checkout.set({ stage: 'filling', errors })
  $checkout.set({ stage: 'working', errors: {} })
  const refusal = await orderAndPay(form, body, given.card)
  if (refusal) takeRefusal(form, refusal, shownTotal)
}

/** Undefined when all went well and the page is being left. */
async function orderAndPay(
  form: CheckoutForm,
  body: ReturnType<typeof toCheckoutBody>,
  card: Card | undefined,
): Promise<Refusal | undefined> {
  const items = form.items.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity])
  const attempt = attemptFor(JSON.stringify([items, body]))
  const tracking = readTracking()
  // How the visitor came is not what is ordered: the same order keeps its key.
  const sent = { ...body, ...(tracking ? { tracking } : {}) }
  const placed = await call(checkout, { body: sent }, { headers: { 'Idempotency-Key': attempt.key } })
  if (!placed.success) return placed.error
  const { order } = placed.data
  rememberOrder(attempt, order.id)
  if (order.status === 'expired' || order.status === 'cancelled') {
    forgetAttempt()
    return { code: 'CART_EXPIRED', message: 'This order was not paid in time.' }
  }
  if (order.status !== 'pending') return finish(order.id)
  return pay(order, card)
}

async function pay(order: Order, card: Card | undefined): Promise<Refusal | undefined> {
  const intent = await call(createIntent, { body: { orderId: order.id } })
  if (!intent.success) return intent.error
  const paid = await call(confirmPayment, {
    body: { orderId: order.id, ...(card ? { paymentMethod: card } : {}) },
  })
  if (!paid.success) return paid.error
  const { status, nextAction, message } = paid.data
  if (status === 'failed')
    return { code: 'DECLINED', message: message ?? 'Your card was declined. Try another card.' }
  if (status === 'requires_action' && nextAction) return leave(nextAction.url)
  if (status === 'processing') return leave(urls.order(order.id))
  return finish(order.id)
}

function finish(orderId: string): undefined {
  forgetAttempt()
  keepContact()
  closeCart()
  leave(urls.order(orderId))
}

function leave(address: string): undefined {
  $checkout.set({ stage: 'leaving', errors: {} })
  goTo(address)
}

function takeRefusal(form: CheckoutForm, refusal: Refusal, shownTotal: number): void {
  if (refusal.code.startsWith('PROMO_')) dropPromo(refusal.message)
  // The server says what is left, and what it costs now.
  if (refusal.code === 'SOLD_OUT') void sendCart()
  if (refusal.code === 'PRICE_CHANGED') void Promise.all([sendCart(), renewFees(), reviewPromo()])
  if (refusal.code === 'ORDER_NOT_PAYABLE') forgetAttempt()
  $checkout.set({ stage: 'filling', errors: {}, ...explainRefusal(form, refusal, shownTotal) })
}

/** `/checkout?order=…`: back from the bank. What came of it is the server's to say. */
export async function returnFromPayment(search: string): Promise<void> {
  const query = new URLSearchParams(search)
  const orderId = query.get('order')
  if (!orderId || $checkout.get().stage !== 'filling') return
  $checkout.set({ stage: 'working', errors: {} })
  const answer = await call(confirmOrder, { params: { id: orderId } })
  if (answer.success && answer.data.order.status === 'paid') return finish(orderId)
  if (answer.success && answer.data.order.paymentPending && query.get('payment') !== 'failed')
    return leave(urls.order(orderId))
  const declined = 'Your bank did not confirm the payment. Try again or use another card.'
  $checkout.set({ ...READY, ...(query.get('payment') === 'failed' ? { declined } : {}) })
}
