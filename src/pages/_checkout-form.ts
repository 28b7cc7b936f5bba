import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { statusOf, type ErrorCode } from '#contracts/platform/errors.ts'
import { checkoutBody } from '#contracts/checkout/orders.ts'
import { urls } from '#contracts/platform/urls.ts'
import { readCard } from '#islands/checkout/payment/read-card.ts'
import { toMajor } from '#model/platform/money.ts'
import { formatVoucherAmounts } from '#components/checkout/format-voucher-amounts.ts'
import type { Site } from '#model/sites/sites.ts'
import type { ShownCart } from '#server/sales/cart/show-cart.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import { placeAndPay, type PurchaseOutcome } from '#server/money/purchase/place-and-pay.ts'
import type { CheckoutDraft } from '#stores/checkout/checkout-draft.ts'
import { listDeliveryOptions } from '#stores/checkout/checkout-events.ts'
import {
  checkCheckoutForm,
  deliveryMethodOf,
  toCheckoutBody,
  type CheckoutForm,
} from '#stores/checkout/checkout-form.ts'
import {
  planTypedVouchers,
  sumOfVouchers,
  voucherNotice,
  type PlannedVoucher,
  type PlannedVouchers,
} from './_plain-vouchers.ts'
import { explainRefusal, type RefusalExplanation } from '#stores/checkout/checkout-refusal.ts'

/** Fields that aren't kept in the draft: card data, which is never stored, and hidden fields. */
const NOT_TYPED = /^(card\.|key$|expectedTotal$|voucherAmounts$|order$)/

export const readCheckoutDraft = (form: URLSearchParams | undefined): CheckoutDraft =>
  Object.fromEntries([...(form ?? [])].filter(([name]) => !NOT_TYPED.test(name)))

export const readEnteredCard = (form: URLSearchParams) =>
  readCard({
    number: form.get('card.number') ?? '',
    expiry: form.get('card.expiry') ?? '',
    cvc: form.get('card.cvc') ?? '',
  })

/** Price of the chosen delivery method, in major units. */
export const deliveryPriceForDraft = (cart: ShownCart, draft: CheckoutDraft): number => {
  const wanted = deliveryMethodOf(draft)
  return listDeliveryOptions(cart.events).find((option) => option.method === wanted)?.price ?? 0
}

const idempotencyKey = z.uuid()

export const readIdempotencyKey = (form: URLSearchParams | undefined): string => {
  const key = z.safeParse(idempotencyKey, form?.get('key'))
  return key.success ? key.data : crypto.randomUUID()
}

/** Result of the form: the order's payment state, or a status and a message for the page. */
export type CheckoutFormResult = { paid: PurchaseOutcome } | Refused

interface Refused {
  status: number
  code?: ErrorCode
  explanation: RefusalExplanation
  vouchers: readonly PlannedVoucher[]
}

/** Card data in the form. Ignored when the payment provider collects it in its own fields. */
function readPayment(
  context: Context,
  form: URLSearchParams,
  dueCents: number,
): ReturnType<typeof readEnteredCard> {
  if (dueCents === 0) return { errors: {} }
  if (context.payments.publishableKey === undefined) return readEnteredCard(form)
  return { errors: { payment: 'Turn on JavaScript to pay.' } }
}

/** Validates and submits the checkout form. The rules and messages are those of the island and its endpoints. */
export async function submitCheckoutForm(
  context: Context,
  submission: { site: Site; cart: ShownCart; form: URLSearchParams; client: Visitor },
): Promise<CheckoutFormResult> {
  const { site, cart, form, client } = submission
  const typed: CheckoutForm = {
    items: cart.items,
    events: cart.events,
    legalTexts: cart.legalTexts,
    draft: readCheckoutDraft(form),
  }
  const { currency, cartId } = cart
  const { totalCents } = cart.priceWith(deliveryPriceForDraft(cart, typed.draft))
  const typedCodes = typed.draft['vouchers'] ?? ''
  const planned = await planTypedVouchers(context, { site, client, cartId, typed: typedCodes, totalCents })
  const { vouchers, refusal } = planned
  const isShown = formatVoucherAmounts(vouchers) === (form.get('voucherAmounts') ?? '')
  if (!refusal && !isShown)
    return {
      status: 200,
      explanation: { notice: voucherNotice(vouchers, { totalCents, currency }) },
      vouchers,
    }
  const dueCents = totalCents - sumOfVouchers(vouchers)
  return { ...(await place(context, submission, { typed, totalCents, dueCents, planned })), vouchers }
}

interface TypedOrder {
  typed: CheckoutForm
  totalCents: number
  dueCents: number
  planned: PlannedVouchers
}

async function place(
  context: Context,
  { site, cart, form, client }: Parameters<typeof submitCheckoutForm>[1],
  { typed, totalCents, dueCents, planned }: TypedOrder,
): Promise<{ paid: PurchaseOutcome } | Omit<Refused, 'vouchers'>> {
  const { currency, cartId } = cart
  const { vouchers, refusal } = planned
  const shownTotal = Number(form.get('expectedTotal') ?? NaN)
  const body = toCheckoutBody(typed, {
    cartId,
    expectedTotal: Number.isFinite(shownTotal) ? shownTotal : toMajor(totalCents, currency),
    promoCode: cart.promo?.code,
    vouchers: vouchers.map(({ code, amountCents }) => ({ code, amount: toMajor(amountCents, currency) })),
  })
  const { card, errors: wrongPayment } = readPayment(context, form, dueCents)
  const errors = { ...checkCheckoutForm(typed, body), ...(refusal && { vouchers: refusal }), ...wrongPayment }
  const parsed = z.safeParse(checkoutBody, body)
  if (Object.keys(errors).length > 0 || !parsed.success)
    return { status: statusOf('VALIDATION_ERROR'), explanation: { errors } }
  const answer = await placeAndPay(context, {
    site,
    body: parsed.data,
    idempotencyKey: keyFor(readIdempotencyKey(form), body),
    card,
    client,
  })
  if (answer.success) return { paid: answer.data }
  const { code } = answer.error
  return { status: statusOf(code), code, explanation: explainRefusal(typed, answer.error, shownTotal) }
}

/**
 * Returns the idempotency key of the content: the same key for unchanged content, another one for corrected content.
 */
const keyFor = (key: string, body: unknown): string =>
  `${key}.${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`

export function urlAfterPayment({ orderId, status, url }: PurchaseOutcome): string {
  if (status === 'asked' && url) return url
  if (status === 'declined') return `${urls.checkout()}?order=${orderId}&payment=failed`
  if (status === 'unpaid') return `${urls.checkout()}?order=${orderId}&payment=unanswered`
  return urls.order(orderId)
}
