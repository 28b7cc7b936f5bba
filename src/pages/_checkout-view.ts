import { statusOf, type ErrorCode } from '#contracts/platform/errors.ts'
import { toCents } from '#model/platform/money.ts'
import type { Quote } from '#model/pricing/quote.ts'
import type { Site } from '#model/sites/sites.ts'
import type { PurchaseOutcome } from '#server/money/purchase/place-and-pay.ts'
import { showCart, type ShownCart } from '#server/sales/cart/show-cart.ts'
import type { CartIdentity } from '#server/sales/cart/submit-cart-form.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import type { CheckoutDraft } from '#stores/checkout/checkout-draft.ts'
import type { FieldErrors } from '#stores/checkout/checkout-form.ts'
import type { RefusalExplanation } from '#stores/checkout/checkout-refusal.ts'
import type { PlannedVoucher } from './_plain-vouchers.ts'
import {
  urlAfterPayment,
  deliveryPriceForDraft,
  readCheckoutDraft,
  readIdempotencyKey,
  submitCheckoutForm,
} from './_checkout-form.ts'
import { readUnpaidOrder, type UnpaidOrder } from './_unpaid-order.ts'

export interface CheckoutVisit {
  site: Site
  client: Visitor
  url: URL
  /** Fields of the submitted form; undefined for GET requests. */
  form: URLSearchParams | undefined
  keys: CartIdentity
}

/** Content of the page. `keys`: cart cookies to set, if they have changed. */
export type CheckoutView = { keys?: CartIdentity } & (
  | { shows: 'redirect'; url: string }
  | { shows: 'order'; status: number; payment: OrderToPay }
  | { shows: 'cart'; status: number; checkout: CartToPay }
  /** `isCartExpired`: there was a cart whose holds have expired. */
  | { shows: 'nothing'; status: number; isExpired: boolean }
)

interface OrderToPay extends Pick<UnpaidOrder, 'order' | 'errors' | 'message' | 'isUnanswered'> {
  leftMs: number | undefined
}

interface CartToPay extends Pick<ShownCart, 'items' | 'events' | 'legalTexts' | 'currency' | 'promoRefusal'> {
  leftMs: number
  promoCode: string | undefined
  quote: Quote
  vouchers: readonly PlannedVoucher[]
  draft: CheckoutDraft
  idempotencyKey: string
  errors: FieldErrors
  notice: RefusalExplanation['notice']
  previousTotalCents: number | undefined
}

/** Handles `/checkout` and its forms. Shows an order that waits for its payment before the cart. */
export async function viewCheckout(context: Context, visit: CheckoutVisit): Promise<CheckoutView> {
  const { form, keys } = visit
  const unpaid = await readUnpaidOrder(context, { ...visit, isPlain: keys.cartId !== undefined })
  if (unpaid?.paid) return leave(unpaid.paid)
  if (unpaid) {
    const { order, errors, message, isUnanswered = false } = unpaid
    const leftMs = order.expiresAt ? Date.parse(order.expiresAt) - context.clock.now() : undefined
    const status = statusAfter(form, 'VALIDATION_ERROR')
    return { shows: 'order', status, payment: { order, leftMs, errors, message, isUnanswered } }
  }
  const cart = await findCart(context, visit)
  if (!cart) return showNothing(keys, statusAfter(form, 'CART_EMPTY'))
  if (form) return submit(context, { ...visit, form }, cart)
  return { shows: 'cart', status: 200, checkout: toPay(cart, form, { explanation: {}, vouchers: [] }) }
}

/** Leaves the checkout. A successful payment deletes the cart's cookies. */
const leave = (paid: PurchaseOutcome): CheckoutView => ({
  shows: 'redirect',
  url: urlAfterPayment(paid),
  ...(paid.status === 'paid' ? { keys: {} } : {}),
})

const statusAfter = (form: URLSearchParams | undefined, code: ErrorCode): number =>
  form ? statusOf(code) : 200

const showNothing = ({ cartId }: CartIdentity, status: number): CheckoutView => ({
  shows: 'nothing',
  status,
  isExpired: cartId !== undefined,
})

async function findCart(
  context: Context,
  { site, client, keys }: CheckoutVisit,
): Promise<ShownCart | undefined> {
  const { cartId, promoCode } = keys
  return cartId === undefined ? undefined : showCart(context, { site, client, cartId, promoCode })
}

async function submit(
  context: Context,
  visit: CheckoutVisit & { form: URLSearchParams },
  cart: ShownCart,
): Promise<CheckoutView> {
  const submitted = await submitCheckoutForm(context, { ...visit, cart })
  if ('paid' in submitted) return leave(submitted.paid)
  const { status, code } = submitted
  // Removes the promo code that was refused.
  const { promoCode: _, ...others } = visit.keys
  const isPromoRefused = code?.startsWith('PROMO_') === true
  const keys = isPromoRefused ? others : visit.keys
  // The cart is loaded again, because a refused order may have changed holds and prices.
  const current = await findCart(context, { ...visit, keys })
  return {
    ...(current
      ? { shows: 'cart', status, checkout: toPay(current, visit.form, submitted) }
      : showNothing(keys, status)),
    ...(isPromoRefused ? { keys } : {}),
  }
}

function toPay(
  cart: ShownCart,
  form: URLSearchParams | undefined,
  { explanation, vouchers }: { explanation: RefusalExplanation; vouchers: readonly PlannedVoucher[] },
): CartToPay {
  const { errors = {}, notice, change } = explanation
  const { items, events, legalTexts, currency, promoRefusal, expiresInMs, promo } = cart
  const draft = readCheckoutDraft(form)
  return {
    items,
    events,
    legalTexts,
    currency,
    leftMs: expiresInMs,
    promoCode: promo?.code,
    ...(promoRefusal === undefined ? {} : { promoRefusal }),
    quote: cart.priceWith(deliveryPriceForDraft(cart, draft)),
    vouchers,
    draft,
    idempotencyKey: readIdempotencyKey(form),
    errors,
    notice,
    previousTotalCents: change && toCents(change.shownTotal, currency),
  }
}
