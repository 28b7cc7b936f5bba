import { ERRORS } from '#contracts/platform/errors.ts'
import type { Order } from '#model/sales/orders.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { getOrder } from '#server/money/purchase/get-order.ts'
import { payWithCard, type PurchaseOutcome } from '#server/money/purchase/place-and-pay.ts'
import type { FieldErrors } from '#stores/checkout/checkout-form.ts'
import { readEnteredCard } from './_checkout-form.ts'

/** An order that waits for a card payment. `paid` is set if a payment was processed. */
export interface UnpaidOrder {
  order: Order
  errors: FieldErrors
  message?: string | undefined
  /** True if the payment provider didn't respond to the last attempt, which may have charged the card. */
  isUnanswered?: boolean
  paid?: PurchaseOutcome
}

const BANK_SAID_NO = 'Your bank did not confirm the payment. Try again or use another card.'

/**
 * Returns the order and the state of its payment. Undefined if this site has no such order. `isPlain`: the payment was
 * started without JavaScript, so the server contacts the payment provider instead of the island.
 */
export async function readUnpaidOrder(
  context: Context,
  visit: { site: Site; client: Visitor; form: URLSearchParams | undefined; url: URL; isPlain: boolean },
): Promise<UnpaidOrder | undefined> {
  const { site, client, form, url, isPlain } = visit
  const orderId = readOrderId(form ?? url.searchParams)
  if (orderId === undefined) return undefined
  const found = await getOrder(context, { site, client, params: { id: orderId } })
  if (!found.success) return undefined
  const { order } = found.data
  const isActing = form !== undefined || isPlain
  if (order.status !== 'pending') return isActing ? goneBy(order) : undefined
  const outcome = url.searchParams.get('payment')
  if (!isActing) return { order, errors: {}, message: outcome === 'failed' ? BANK_SAID_NO : undefined }
  return form ? pay(context, { site, order, form }) : lookAt(context, { site, order, outcome })
}

function readOrderId(from: URLSearchParams): string | undefined {
  const id = from.get('order')
  return id !== null && isUuid(id) ? id : undefined
}

async function pay(
  context: Context,
  payment: { site: Site; order: Order; form: URLSearchParams },
): Promise<UnpaidOrder> {
  const { site, order, form } = payment
  if (context.payments.publishableKey !== undefined) return { order, errors: {} }
  const { card, errors } = readEnteredCard(form)
  if (!card) return { order, errors }
  const paid = await payWithCard(context, { site, orderId: order.id, card })
  return { order, errors, paid }
}

const goneBy = (order: Order): UnpaidOrder => ({
  order,
  errors: {},
  paid: { orderId: order.id, status: order.status === 'paid' ? 'paid' : 'over' },
})

async function lookAt(
  context: Context,
  look: { site: Site; order: Order; outcome: string | null },
): Promise<UnpaidOrder> {
  const { site, order, outcome } = look
  const standing = await payWithCard(context, { site, orderId: order.id, card: undefined })
  if (standing.status === 'paid' || standing.status === 'waiting')
    return { order, errors: {}, paid: standing }
  if (outcome === 'unanswered')
    return { order, errors: {}, message: ERRORS.PAYMENT_PROVIDER_FAILED[1], isUnanswered: true }
  if (outcome !== 'failed') return { order, errors: {} }
  return { order, errors: {}, message: standing.words ?? BANK_SAID_NO }
}
