import { isOpen } from '#model/sales/orders.ts'
import type { Context } from '#server/context.ts'
import { findOrderRow } from '#server/sales/orders/order-rows.ts'
import { callProvider } from '#server/money/payments/call-provider.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { finishLook, takeLooks } from '#server/money/payments/look-rows.ts'
import {
  clearPaymentProblem,
  takeUnsettled,
  UNKNOWN_THERE,
  type PaymentRow,
} from '#server/money/payments/payment-rows.ts'
import { isProviderError } from '#server/money/providers/provider.ts'
import { recordIntent } from '#server/money/payments/record-intent.ts'
import { takePendingRefunds } from '#server/money/refunds/refund-rows.ts'
import { raisePaymentProblem, logPaymentProblems } from '#server/money/payments/trouble.ts'
import { batchByBatch, eachAlone } from './each-alone.ts'

/** Time that a webhook may take before Foyer fetches the payment, and interval of further checks. */
const PATIENCE_MS = 30_000
const BATCH = 50
/** Time for which a payment is reserved for a repeated check. */
const LOOK_MS = 10 * 60_000

/**
 * Settles payments without a webhook, requests recorded refunds, cancels payments of finished orders, and checks succeeded
 * payments again for refunds and disputes whose webhook was lost.
 */
export async function reconcilePayments(context: Context): Promise<void> {
  const now = context.clock.now()
  const { name: provider, publishableKey } = context.payments
  const take = { provider, before: new Date(now - PATIENCE_MS), now: new Date(now), limit: BATCH }
  const isChargedElsewhere = publishableKey !== undefined
  await batchByBatch(BATCH, async () => {
    const payments = await takeUnsettled(context.db, { ...take, isChargedElsewhere })
    await eachAlone(context, payments, (payment) => reconcile(context, payment))
    return payments.length
  })
  await batchByBatch(BATCH, async () => {
    const refundIds = await takePendingRefunds(context.db, take)
    await eachAlone(context, refundIds, (refundId) => carryOutRefund(context, refundId))
    return refundIds.length
  })
  // One batch per run: repeated checks are not urgent, and providers limit the request rate.
  const looks = await takeLooks(context.db, {
    provider,
    now: take.now,
    againAt: new Date(now + LOOK_MS),
    limit: BATCH,
  })
  await eachAlone(context, looks, (payment) => lookAgain(context, payment))
}

async function lookAgain(context: Context, payment: PaymentRow): Promise<void> {
  const { orderId, intentId } = payment
  const now = new Date(context.clock.now())
  const asked = await callProvider(context, () => context.payments.fetchIntent(intentId).catch(unlessUnknown))
  if (!asked.success) return
  if (!asked.data) return leaveUnknown(context, orderId, now)
  await clearPaymentProblem(context.db, orderId, UNKNOWN_THERE)
  await recordIntent(context, { payment, intent: asked.data })
  await finishLook(context.db, { orderId, now })
}

function unlessUnknown(error: unknown): undefined {
  if (!isProviderError(error, 'PaymentUnknown')) throw error
}

/** The API keys may come back: checked at growing intervals, like settled payments. */
async function leaveUnknown(context: Context, orderId: string, now: Date): Promise<void> {
  logPaymentProblems(context, orderId, await raisePaymentProblem(context.db, orderId, UNKNOWN_THERE))
  await finishLook(context.db, { orderId, now })
}

async function reconcile(context: Context, payment: PaymentRow): Promise<void> {
  const order = await findOrderRow(context.db, payment.orderId)
  if (!order) return
  const now = new Date(context.clock.now())
  const isOver = !isOpen({ status: order.status, expiresAt: order.expiresAt.getTime() }, context.clock.now())
  const { payments } = context
  const asked = await callProvider(context, () =>
    (isOver ? payments.cancelIntent(payment.intentId) : payments.fetchIntent(payment.intentId)).catch(
      unlessUnknown,
    ),
  )
  if (!asked.success) return
  if (!asked.data) return leaveUnknown(context, payment.orderId, now)
  await recordIntent(context, { payment, intent: asked.data })
  if (asked.data.status === 'processing' && isOver)
    logPaymentProblems(
      context,
      payment.orderId,
      await raisePaymentProblem(context.db, payment.orderId, STILL_PROCESSING),
    )
}

/** Problem of an expired order whose payment is still processing; solved by itself when the provider has settled it. */
const STILL_PROCESSING = 'The order’s time is over and the provider is still settling its payment.'
