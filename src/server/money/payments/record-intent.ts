import { isOrderOpen, type OrderStatus } from '#model/sales/orders.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { createTransactionBatcher } from '#server/platform/db/batches/transaction-batcher.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import type { Intent } from '#server/money/providers/provider.ts'
import { type PaymentRow } from './payment-rows.ts'
import { markEventsProcessed } from './payment-event-rows.ts'
import {
  recordPayments,
  type PaymentUpdate,
  type RecordOutcome,
  type RecordFailure,
} from './record-payments.ts'
import { logPaymentProblems } from './payment-problems.ts'

export interface RecordedPayment {
  isPaid: boolean
}

/**
 * Records the provider's state of a payment. Browser requests, webhooks and reconciliation call it in any order and
 * repeatedly. A payment that can't be accepted is refunded in full; that decision is stored before the provider is called,
 * and the payment can't pay an order afterwards. The event, if any, is marked as processed in the same transaction.
 */
export async function recordIntent(
  context: Context,
  report: { payment: PaymentRow; intent: Intent; event?: { id: string } },
): Promise<Result<RecordedPayment, 'PAYMENT_PROVIDER_FAILED'>> {
  const { payment, intent, event } = report
  if (isKnown(payment, intent)) {
    if (event) await markEventsProcessed(context.db, ofProvider(context, event))
    return succeed({ isPaid: true })
  }
  const recorded = await recordOrRefund(context, {
    payment,
    intent,
    event,
    canPayOrder: isWhole(payment, intent),
  })
  if (!recorded.success) return succeed({ isPaid: false })
  const { refundId, isPaid, problems = [] } = recorded.data
  if (isPaid && payment.status !== 'succeeded') context.metrics.countPaidOrder()
  logPaymentProblems(context, payment.orderId, problems)
  if (!refundId) return succeed({ isPaid })
  context.log.warn({ orderId: payment.orderId }, 'A payment can’t be accepted and is refunded')
  const refunded = await carryOutRefund(context, refundId)
  return refunded.success ? succeed({ isPaid }) : refunded
}

/** Records the payment. If that fails because tickets are sold out, records it as a payment that can't be accepted. */
async function recordOrRefund(
  context: Context,
  update: PaymentUpdate,
): Promise<Result<RecordOutcome, RecordFailure>> {
  const recordTogether = recorderOf(context)
  const recorded = await recordTogether(update)
  return !recorded.success && recorded.error.code === 'SOLD_OUT'
    ? recordTogether({ ...update, canPayOrder: false })
    : recorded
}

type Recorder = (update: PaymentUpdate) => Promise<Result<RecordOutcome, RecordFailure>>

const recorders = new WeakMap<Context, Recorder>()

/** Returns the batcher that records concurrent payments in one transaction. */
function recorderOf(context: Context): Recorder {
  const recorder = recorders.get(context) ?? createRecorder(context)
  recorders.set(context, recorder)
  return recorder
}

const createRecorder = (context: Context): Recorder =>
  createTransactionBatcher(
    { ...context, name: 'payments' },
    {
      keyOf: ({ payment }: PaymentUpdate) => payment.orderId,
      run: (trx, batch) => recordPayments(context, trx, batch),
      rules: { never_oversold: 'SOLD_OUT' },
    },
  )

/** True if there is nothing to record: the payment has already paid its order, and the intent only reports its success. */
const isKnown = (payment: PaymentRow, intent: Intent): boolean =>
  payment.status === 'succeeded' &&
  intent.status === 'succeeded' &&
  intent.refunds.length + intent.disputes.length === 0 &&
  (intent.feeCents === null || payment.feeCents !== null)

const ofProvider = (
  { payments, clock }: Context,
  { id }: { id: string },
): { provider: string; ids: string[]; now: Date } => ({
  provider: payments.name,
  ids: [id],
  now: new Date(clock.now()),
})

const isWhole = (payment: PaymentRow, intent: Intent): boolean =>
  payment.amountCents === intent.amountCents && payment.currency === intent.currency

export const isOrderPayable = (order: { status: OrderStatus; expiresAt: Date }, now: number): boolean =>
  isOrderOpen({ status: order.status, expiresAt: order.expiresAt.getTime() }, now)
