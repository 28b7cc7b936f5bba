import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { statusOf, type ErrorCode } from '#contracts/platform/errors.ts'
import { checkoutBody } from '#contracts/checkout/orders.ts'
import { urls } from '#contracts/platform/urls.ts'
import { readCard } from '#islands/checkout/payment/read-card.ts'
import { toMajor } from '#model/platform/money.ts'
import type { Site } from '#model/sites/sites.ts'
import type { ShownCart } from '#server/sales/cart/show-cart.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import { placeAndPay, type Paid } from '#server/money/purchase/place-and-pay.ts'
import type { Draft } from '#stores/checkout/checkout-draft.ts'
import { deliveryOptions } from '#stores/checkout/checkout-events.ts'
import {
  checkForm,
  deliveryMethodOf,
  toCheckoutBody,
  type CheckoutForm,
} from '#stores/checkout/checkout-form.ts'
import { explainRefusal, type Explanation } from '#stores/checkout/checkout-refusal.ts'

/** Fields that aren't kept in the draft, because they are card data, which is never stored, or internal. */
const NOT_TYPED = /^(card\.|key$|expectedTotal$|order$)/

export const readDraft = (form: URLSearchParams | undefined): Draft =>
  Object.fromEntries([...(form ?? [])].filter(([name]) => !NOT_TYPED.test(name)))

export const readTypedCard = (form: URLSearchParams) =>
  readCard({
    number: form.get('card.number') ?? '',
    expiry: form.get('card.expiry') ?? '',
    cvc: form.get('card.cvc') ?? '',
  })

/** Price of the chosen delivery method, in major units. */
export const deliveryPriceOf = (cart: ShownCart, draft: Draft): number => {
  const wanted = deliveryMethodOf(draft)
  return deliveryOptions(cart.events).find((option) => option.method === wanted)?.price ?? 0
}

const idempotencyKey = z.uuid()

export const readKey = (form: URLSearchParams | undefined): string => {
  const key = z.safeParse(idempotencyKey, form?.get('key'))
  return key.success ? key.data : crypto.randomUUID()
}

/** Result of the form: the order's payment state, or a status and a message for the page. */
export type Submitted = { paid: Paid } | { status: number; code?: ErrorCode; explanation: Explanation }

/** Card data in the form. Ignored when the payment provider collects it in its own fields. */
function readPayment(
  context: Context,
  form: URLSearchParams,
  total: number,
): ReturnType<typeof readTypedCard> {
  if (total === 0) return { errors: {} }
  if (context.payments.publishableKey === undefined) return readTypedCard(form)
  return { errors: { payment: 'Turn on JavaScript to pay.' } }
}

/** Validates and submits the checkout form. The rules and messages are those of the island and its endpoints. */
export async function submitCheckoutForm(
  context: Context,
  submission: { site: Site; cart: ShownCart; form: URLSearchParams; client: Visitor },
): Promise<Submitted> {
  const { site, cart, form, client } = submission
  const typed: CheckoutForm = {
    items: cart.items,
    events: cart.events,
    legalTexts: cart.legalTexts,
    draft: readDraft(form),
  }
  const shownTotal = Number(form.get('expectedTotal') ?? NaN)
  const total = toMajor(cart.priceWith(deliveryPriceOf(cart, typed.draft)).totalCents, cart.currency)
  const body = toCheckoutBody(typed, {
    cartId: cart.cartId,
    expectedTotal: Number.isFinite(shownTotal) ? shownTotal : total,
    promoCode: cart.promo?.code,
  })
  const { card, errors: wrongPayment } = readPayment(context, form, total)
  const errors = { ...checkForm(typed, body), ...wrongPayment }
  const parsed = z.safeParse(checkoutBody, body)
  if (Object.keys(errors).length > 0 || !parsed.success)
    return { status: statusOf('VALIDATION_ERROR'), explanation: { errors } }
  const answer = await placeAndPay(context, {
    site,
    body: parsed.data,
    idempotencyKey: keyFor(readKey(form), body),
    card,
    client,
  })
  if (answer.success) return { paid: answer.data }
  const { code } = answer.error
  return { status: statusOf(code), code, explanation: explainRefusal(typed, answer.error, shownTotal) }
}

/** Unchanged content gets the same idempotency key; corrected content gets another one. */
const keyFor = (key: string, body: unknown): string =>
  `${key}.${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`

export function urlAfterPayment({ orderId, status, url }: Paid): string {
  if (status === 'asked' && url) return url
  if (status === 'declined') return `${urls.checkout()}?order=${orderId}&payment=failed`
  if (status === 'unpaid') return `${urls.checkout()}?order=${orderId}&payment=unanswered`
  return urls.order(orderId)
}
