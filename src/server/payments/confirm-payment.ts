import { DECLINES, fail } from '#contracts/errors.ts'
import type { confirmPayment as contract } from '#contracts/payments.ts'
import type { Card, PaymentOutcome } from '#model/payments.ts'
import { succeed } from '#model/result.ts'
import type { Context } from '../context.ts'
import { findOrderFor } from '../orders/get-order.ts'
import { findOrderRow, type OrderRow } from '../orders/order-rows.ts'
import type { UseCase } from '../use-case.ts'
import { askProvider } from './ask-provider.ts'
import { openPayment } from './create-intent.ts'
import { findPayment } from './payment-rows.ts'
import type { Intent } from './provider.ts'
import { isPayable, recordIntent } from './record-intent.ts'

/**
 * Pays an order with a card, or asks how its payment stands. A declined card is not an error: the answer says `failed` and
 * why, and another card may be tried.
 */
export const confirmPayment: UseCase<typeof contract> = async (context, { site, body }) => {
  const order = await findOrderFor(context, { site, id: body.orderId })
  if (!order) return fail('NOT_FOUND')
  if (order.paidAt) return succeed({ status: 'succeeded' })
  const begun = await findPayment(context.db, order.id)
  if (!begun && !body.paymentMethod) return fail('PAYMENT_METHOD_REQUIRED')
  if (body.paymentMethod && !isPayable(order, context.clock.now())) return fail('ORDER_NOT_PAYABLE')
  const asked = await askProvider(context, () => advance(context, order, body.paymentMethod))
  if (!asked.success) return asked
  return toOutcome(context, order.id, asked.data)
}

async function advance(context: Context, order: OrderRow, card: Card | undefined): Promise<Intent> {
  const payment = await openPayment(context, order)
  const standing = await context.payments.fetchIntent(payment.intentId)
  const mayCharge =
    card !== undefined && (standing.status === 'open' || standing.status === 'requires_action')
  const intent = mayCharge ? await context.payments.confirmIntent(payment.intentId, card) : standing
  await recordIntent(context, payment, intent)
  return intent
}

async function toOutcome(
  context: Context,
  orderId: string,
  intent: Intent,
): ReturnType<UseCase<typeof contract>> {
  const outcome = (facts: PaymentOutcome) => succeed(facts)
  if (intent.status === 'processing') return outcome({ status: 'processing' })
  if (intent.status === 'requires_action') {
    return outcome({
      status: 'requires_action',
      ...(intent.nextAction ? { nextAction: intent.nextAction } : {}),
    })
  }
  if (intent.status === 'open') {
    return outcome({ status: 'failed', message: DECLINES[intent.decline ?? 'card_declined'] })
  }
  const paid = (await findOrderRow(context.db, orderId))?.paidAt
  return paid ? outcome({ status: 'succeeded' }) : fail('ORDER_NOT_PAYABLE')
}
