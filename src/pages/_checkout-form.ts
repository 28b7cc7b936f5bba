import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { statusOf, type ErrorCode } from '#contracts/errors.ts'
import { checkoutBody } from '#contracts/orders.ts'
import { urls } from '#contracts/urls.ts'
import { readCard } from '#islands/read-card.ts'
import { toMajor } from '#model/money.ts'
import type { Site } from '#model/sites.ts'
import type { ShownCart } from '#server/cart/show-cart.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import { placeAndPay, type Paid } from '#server/payments/place-and-pay.ts'
import type { Draft } from '#stores/checkout-draft.ts'
import { deliveryOptions } from '#stores/checkout-events.ts'
import { checkForm, deliveryMethodOf, toCheckoutBody, type CheckoutForm } from '#stores/checkout-form.ts'
import { explainRefusal, type Explanation } from '#stores/checkout-refusal.ts'

/** Not of the draft: the card is kept nowhere, and the rest is ours. */
const NOT_TYPED = /^(card\.|key$|expectedTotal$|order$)/

export const readDraft = (form: URLSearchParams | undefined): Draft =>
  Object.fromEntries([...(form ?? [])].filter(([name]) => !NOT_TYPED.test(name)))

export const readTypedCard = (form: URLSearchParams) =>
  readCard({
    number: form.get('card.number') ?? '',
    expiry: form.get('card.expiry') ?? '',
    cvc: form.get('card.cvc') ?? '',
  })

/** What the chosen way of delivery costs, in major units. */
export const deliveryPriceOf = (cart: ShownCart, draft: Draft): number => {
  const wanted = deliveryMethodOf(draft)
  return deliveryOptions(cart.events).find((option) => option.method === wanted)?.price ?? 0
}

const idempotencyKey = z.uuid()

/** The form's own key, or a new one where it has none. */
export const readKey = (form: URLSearchParams | undefined): string => {
  const key = z.safeParse(idempotencyKey, form?.get('key'))
  return key.success ? key.data : crypto.randomUUID()
}

/** What came of the form: how the order stands, or what its page has to say, with which status. */
export type Submitted = { paid: Paid } | { status: number; code?: ErrorCode; explanation: Explanation }

/** Where a provider takes the card, no page of ours asks for one, and what is sent all the same is not looked at. */
function readPayment(
  context: Context,
  form: URLSearchParams,
  total: number,
): ReturnType<typeof readTypedCard> {
  if (total === 0) return { errors: {} }
  if (context.payments.publishableKey === undefined) return readTypedCard(form)
  return { errors: { payment: 'Turn on JavaScript to pay.' } }
}

/** The same checks, in the same words, as the checkout's island and the endpoints behind it. */
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

/** The same form with the same content is the same order; corrected, it is another one. */
const keyFor = (key: string, body: unknown): string =>
  `${key}.${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`

/** Where the buyer goes from there. */
export function addressAfter({ orderId, status, url }: Paid): string {
  if (status === 'asked' && url) return url
  if (status === 'declined') return `${urls.checkout()}?order=${orderId}&payment=failed`
  if (status === 'unpaid') return `${urls.checkout()}?order=${orderId}&payment=unanswered`
  return urls.order(orderId)
}
