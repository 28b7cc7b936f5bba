import type { ErrorCode } from '#contracts/platform/errors.ts'
import type { Card } from '#model/money/payments.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { CheckoutBody } from '#server/sales/checkout/check-answers.ts'
import { placeOrder } from '#server/sales/checkout/place-order.ts'
import type { Visitor } from '#server/use-case.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createIntent } from './create-intent.ts'

export interface PurchaseOutcome {
  orderId: string
  status: 'paid' | 'waiting' | 'declined' | 'asked' | 'unpaid' | 'over'
  url?: string
  words?: string | undefined
}

/**
 * Places and pays an order in one request, for browsers without JavaScript. Fails if the order can't be placed or charged;
 * `PurchaseOutcome` contains the result of the payment.
 */
export async function placeAndPay(
  context: Context,
  purchase: {
    site: Site
    body: CheckoutBody
    idempotencyKey: string
    card: Card | undefined
    client: Visitor
  },
): Promise<Result<PurchaseOutcome, ErrorCode>> {
  const { site, body, idempotencyKey, card, client } = purchase
  const placed = await placeOrder(context, { site, body, idempotencyKey, client })
  if (!placed.success) return placed
  const { id: orderId, status } = placed.data.order
  if (status === 'expired' || status === 'cancelled') return succeed({ orderId, status: 'over' })
  if (status !== 'pending') return succeed({ orderId, status: 'paid' })
  const intent = await createIntent(context, { site, body: { orderId } })
  if (!intent.success && intent.error.code === 'AMOUNT_NOT_CHARGEABLE') return intent
  if (!intent.success) return succeed({ orderId, status: 'unpaid' })
  return succeed(await payWithCard(context, { site, orderId, card }))
}

export async function payWithCard(
  context: Context,
  payment: { site: Site; orderId: string; card: Card | undefined },
): Promise<PurchaseOutcome> {
  const { site, orderId, card } = payment
  const answer = await confirmPayment(context, {
    site,
    body: { orderId, ...(card ? { paymentMethod: card } : {}) },
  })
  if (!answer.success) return { orderId, status: 'unpaid' }
  const { status, nextAction, message } = answer.data
  if (status === 'requires_action' && nextAction) return { orderId, status: 'asked', url: nextAction.url }
  if (status === 'succeeded') return { orderId, status: 'paid' }
  return status === 'failed'
    ? { orderId, status: 'declined', words: message }
    : { orderId, status: 'waiting' }
}
