import { fail } from '#contracts/platform/errors.ts'
import { cardPartOf } from '#model/money/refunds.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { lockCartOfOrder } from '#server/catalog/inventory/hold-rows.ts'
import { lockOrder } from '#server/sales/orders/order-rows.ts'
import { callProviderAbout, unlessBalanceInsufficient } from '#server/money/payments/call-provider.ts'
import { findPayment } from '#server/money/payments/payment-rows.ts'
import { isProviderError } from '#server/money/providers/provider.ts'
import { findRefund, markRefundShortOfFunds, type RefundRow } from './refund-rows.ts'
import type { ReportedRefund } from './refund-update.ts'
import { recordRefundUpdate } from './settle-refund.ts'
import { logPaymentProblems } from '#server/money/payments/payment-problems.ts'

/**
 * Makes a recorded refund. Safe to repeat after a lost response or a crash, because the refund's id is the idempotency key.
 * After PAYMENT_PROVIDER_FAILED, reconciliation retries it.
 */
export async function carryOutRefund(
  context: Context,
  refundId: string,
): Promise<Result<null, 'PAYMENT_PROVIDER_FAILED'>> {
  const refund = await findRefund(context.db, refundId)
  if (refund?.status !== 'pending') return succeed(null)
  const result = await requestRefund(context, refund)
  if (!result.success) return result
  const settled = await transact(context.db, async (trx) => {
    const [, order, standing] = await Promise.all([
      lockCartOfOrder(trx, refund.orderId),
      lockOrder(trx, refund.orderId),
      findRefund(trx, refundId),
    ])
    if (!order || !standing) return succeed([])
    const now = new Date(context.clock.now())
    return succeed(
      await recordRefundUpdate(context, trx, { order, refund: standing, reported: result.data, now }),
    )
  })
  if (settled.success) logPaymentProblems(context, refund.orderId, settled.data)
  return succeed(null)
}

/** Refunds of free tickets and to vouchers don't call the provider. */
async function requestRefund(
  context: Context,
  refund: RefundRow,
): Promise<Result<ReportedRefund, 'PAYMENT_PROVIDER_FAILED'>> {
  const payment = await findPayment(context.db, refund.orderId)
  const amountCents = cardPartOf(refund)
  if (!payment || amountCents === 0) return succeed({ id: null, status: 'succeeded' })
  const request = { intentId: payment.intentId, key: refund.id, amountCents }
  const result = await callProviderAbout(context, payment, () =>
    unlessBalanceInsufficient(context.payments.refund(request).catch(toFailed)),
  )
  if (!result.success) return result
  if (result.data) return succeed(result.data)
  await markRefundShortOfFunds(context.db, { id: refund.id, now: new Date(context.clock.now()) })
  context.log.warn({ refundId: refund.id }, 'A refund waits: the balance at the provider is too low')
  return fail('PAYMENT_PROVIDER_FAILED')
}

function toFailed(error: unknown): ReportedRefund {
  if (!isProviderError(error, 'RefundRefused')) throw error
  return { id: null, status: 'failed', why: error.message }
}
