import { STILL_PROCESSING_MESSAGE, UNKNOWN_AT_PROVIDER_MESSAGE } from '#model/money/payment-problems.ts'
import { isOrderOpen } from '#model/sales/orders.ts'
import type { Context } from '#server/context.ts'
import { findOrderRow } from '#server/sales/orders/order-rows.ts'
import { callProvider } from '#server/money/payments/call-provider.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { finishPaymentCheck, claimPaymentChecks } from '#server/money/payments/payment-check-rows.ts'
import {
  clearPaymentProblem,
  claimUnsettledPayments,
  type PaymentRow,
} from '#server/money/payments/payment-rows.ts'
import { isProviderError } from '#server/money/providers/provider.ts'
import { recordIntent } from '#server/money/payments/record-intent.ts'
import { claimPendingRefunds } from '#server/money/refunds/refund-rows.ts'
import { raisePaymentProblem, logPaymentProblems } from '#server/money/payments/payment-problems.ts'
import { repeatWhileFull, forEachIsolated } from './for-each-isolated.ts'

/** Time after which Foyer fetches a payment without waiting for its webhook, and interval of further checks. */
const PATIENCE_MS = 30_000
const BATCH = 50
/** Time for which a payment is reserved for a check. If the check doesn't finish, the payment is due again. */
const RECHECK_LEASE_MS = 10 * 60_000

/**
 * Settles payments whose webhook didn't arrive, requests recorded refunds, cancels payments of orders that have ended, and
 * checks succeeded payments for refunds and disputes whose webhook was lost.
 */
export async function reconcilePayments(context: Context): Promise<void> {
  const now = context.clock.now()
  const { name: provider, publishableKey } = context.payments
  const take = { provider, before: new Date(now - PATIENCE_MS), now: new Date(now), limit: BATCH }
  const isChargedElsewhere = publishableKey !== undefined
  await repeatWhileFull(BATCH, async () => {
    const payments = await claimUnsettledPayments(context.db, { ...take, isChargedElsewhere })
    await forEachIsolated(context, payments, (payment) => reconcile(context, payment))
    return payments.length
  })
  await repeatWhileFull(BATCH, async () => {
    const refundIds = await claimPendingRefunds(context.db, take)
    await forEachIsolated(context, refundIds, (refundId) => carryOutRefund(context, refundId))
    return refundIds.length
  })
  // One batch per run, because these checks aren't urgent and providers limit the request rate.
  const looks = await claimPaymentChecks(context.db, {
    provider,
    now: take.now,
    againAt: new Date(now + RECHECK_LEASE_MS),
    limit: BATCH,
  })
  await forEachIsolated(context, looks, (payment) => lookAgain(context, payment))
}

async function lookAgain(context: Context, payment: PaymentRow): Promise<void> {
  const { orderId, intentId } = payment
  const now = new Date(context.clock.now())
  const answer = await callProvider(context, () =>
    context.payments.fetchIntent(intentId).catch(unlessUnknown),
  )
  if (!answer.success) return
  if (!answer.data) return leaveUnknown(context, orderId, now)
  await clearPaymentProblem(context.db, orderId, UNKNOWN_AT_PROVIDER_MESSAGE)
  await recordIntent(context, { payment, intent: answer.data })
  await finishPaymentCheck(context.db, { orderId, now })
}

function unlessUnknown(error: unknown): undefined {
  if (!isProviderError(error, 'PaymentNotFound')) throw error
}

/**
 * Raises a problem for a payment that the provider doesn't know. It is checked again at growing intervals, like settled
 * payments, because the earlier API keys may be configured again.
 */
async function leaveUnknown(context: Context, orderId: string, now: Date): Promise<void> {
  logPaymentProblems(
    context,
    orderId,
    await raisePaymentProblem(context.db, { orderId, message: UNKNOWN_AT_PROVIDER_MESSAGE, now }),
  )
  await finishPaymentCheck(context.db, { orderId, now })
}

async function reconcile(context: Context, payment: PaymentRow): Promise<void> {
  const order = await findOrderRow(context.db, payment.orderId)
  if (!order) return
  const now = new Date(context.clock.now())
  const isOver = !isOrderOpen(
    { status: order.status, expiresAt: order.expiresAt.getTime() },
    context.clock.now(),
  )
  const { payments } = context
  const answer = await callProvider(context, () =>
    (isOver ? payments.cancelIntent(payment.intentId) : payments.fetchIntent(payment.intentId)).catch(
      unlessUnknown,
    ),
  )
  if (!answer.success) return
  if (!answer.data) return leaveUnknown(context, payment.orderId, now)
  await recordIntent(context, { payment, intent: answer.data })
  if (answer.data.status === 'processing' && isOver)
    logPaymentProblems(
      context,
      payment.orderId,
      await raisePaymentProblem(context.db, {
        orderId: payment.orderId,
        message: STILL_PROCESSING_MESSAGE,
        now,
      }),
    )
}
