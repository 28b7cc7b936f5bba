import { fail } from '#contracts/platform/errors.ts'
import { processingFeeEntries } from '#model/money/ledger.ts'
import { isOpen, type OrderStatus } from '#model/sales/orders.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { lockCartOfOrder } from '#server/catalog/inventory/hold-rows.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import { lockOrder, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { readSale, settleOrder, type Sale } from '#server/sales/orders/settle-order.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { closeOrderOfRefusedPayment } from './close-unhonoured.ts'
import { closeWhenRefunded, decideAutoRefund } from '#server/money/refunds/auto-refund.ts'
import {
  findPayment,
  markEventProcessed,
  changePaymentStatus,
  setFee,
  type PaymentRow,
} from './payment-rows.ts'
import type { Intent } from '#server/money/providers/provider.ts'
import { recordAftermath } from './record-aftermath.ts'
import { keepHoldForPayment } from '#server/money/purchase/keep-hold-for-payment.ts'
import { ownerOf } from '#server/money/refunds/refund-update.ts'
import { logPaymentProblems } from './trouble.ts'

export interface RecordedPayment {
  isPaid: boolean
}

/**
 * Records the provider's state of a payment; used by browser requests, webhooks and reconciliation, which may call in
 * any order and repeatedly. If a payment can't be accepted, it is refunded in full. That decision is stored before
 * the provider is called; from then on the payment can't pay for an order. The event, if any, is marked as processed
 * in the same transaction.
 */
export async function recordIntent(
  context: Context,
  heard: { payment: PaymentRow; intent: Intent; event?: { id: string } },
): Promise<Result<RecordedPayment, 'PAYMENT_PROVIDER_FAILED'>> {
  const { payment, intent, event } = heard
  if (isKnown(payment, intent)) {
    if (event) await markEventProcessed(context.db, ofProvider(context, event))
    return succeed({ isPaid: true })
  }
  const recorded = await recordOrRefund(context, {
    payment,
    intent,
    event,
    mayBuy: isWhole(payment, intent),
  })
  if (!recorded.success) return succeed({ isPaid: false })
  const { refundId, isPaid, troubles = [] } = recorded.data
  if (isPaid && payment.status !== 'succeeded') context.metrics.countPaidOrder()
  logPaymentProblems(context, payment.orderId, troubles)
  if (!refundId) return succeed({ isPaid })
  context.log.warn({ orderId: payment.orderId }, 'A payment can’t be accepted and is refunded')
  const refunded = await carryOutRefund(context, refundId)
  return refunded.success ? succeed({ isPaid }) : refunded
}

/**
 * Records the payment. If the commit fails because tickets are sold out, records it again as a payment that can't be
 * accepted.
 */
async function recordOrRefund(context: Context, update: PaymentUpdate): Promise<Result<Outcome, Unrecorded>> {
  const recorded = await transact(context.db, (trx) => record(context, trx, update), SOLD_OUT)
  return !recorded.success && recorded.error.code === 'SOLD_OUT'
    ? transact(context.db, (trx) => record(context, trx, { ...update, mayBuy: false }))
    : recorded
}

/**
 * True when there is nothing to record: the payment has already paid its order, and the intent reports success and
 * nothing more.
 */
const isKnown = (payment: PaymentRow, intent: Intent): boolean =>
  payment.status === 'succeeded' &&
  intent.status === 'succeeded' &&
  intent.refunds.length + intent.disputes.length === 0 &&
  (intent.feeCents === null || payment.feeCents !== null)

const SOLD_OUT = { never_oversold: 'SOLD_OUT' } as const

interface PaymentUpdate {
  payment: PaymentRow
  intent: Intent
  event: { id: string } | undefined
  mayBuy: boolean
}

type Unrecorded = 'NOT_FOUND' | 'SOLD_OUT'

/** `refundId`: set when the payment must be refunded. `troubles`: new problems that must be resolved by hand. */
type Outcome = RecordedPayment & { refundId?: string; troubles?: string[] }

async function record(
  context: Context,
  trx: PipelinedTransaction,
  update: PaymentUpdate,
): Promise<Result<Outcome, Unrecorded>> {
  const { payment, intent, event } = update
  const { orderId } = payment
  const [, order, standing, sale] = await Promise.all([
    lockCartOfOrder(trx, orderId),
    lockOrder(trx, orderId),
    findPayment(trx, orderId),
    intent.status === 'succeeded' ? readSale(trx, orderId) : undefined,
  ])
  if (!order || !standing) return fail('NOT_FOUND')
  const known = { order, standing, now: new Date(context.clock.now()) }
  if (event) trx.send(markEventProcessed(trx, ofProvider(context, event)))
  sendFee(trx, known, intent)
  if (!sale) {
    await recordUnpaid(trx, { ...known, intent })
    return succeed({ isPaid: order.paidAt !== null })
  }
  const { isPaid, isUnhonoured } = await recordPaid(context, trx, { ...known, update, sale })
  const troubles = await recordRest(context, trx, { ...known, update, isPaid })
  if (!isUnhonoured) return succeed({ isPaid, troubles })
  const unhonoured = { order, amountCents: intent.amountCents, now: known.now }
  const refundId = await decideAutoRefund(trx, unhonoured)
  if (!refundId) await closeWhenRefunded(trx, unhonoured)
  return succeed({ isPaid, troubles, ...(refundId ? { refundId } : {}) })
}

interface Known {
  order: OrderRow
  standing: PaymentRow
  now: Date
}

/** Records a payment that hasn't succeeded. Extends the hold while the payment is in progress. */
async function recordUnpaid(trx: PipelinedTransaction, known: Known & { intent: Intent }): Promise<void> {
  const { order, intent, now } = known
  trx.send(changePaymentStatus(trx, { orderId: order.id, to: intent.status, now }))
  if (intent.status === 'processing' || intent.status === 'requires_action')
    await keepHoldForPayment(trx, order, now)
}

async function recordPaid(
  context: Context,
  trx: PipelinedTransaction,
  parts: Known & { update: PaymentUpdate; sale: Pick<Sale, 'items' | 'attendees'> },
): Promise<RecordedPayment & { isUnhonoured: boolean }> {
  const { order, standing } = parts
  const isPaid = order.paidAt !== null
  if (standing.status === 'refunded' || standing.status === 'succeeded')
    return { isPaid, isUnhonoured: false }
  const isBought = standing.status !== 'refunding' && (await buy(context, trx, parts))
  return { isPaid: isPaid || isBought, isUnhonoured: !isBought }
}

/** Pays the order with the payment. If the payment can't be accepted, closes it together with its order. */
async function buy(
  context: Context,
  trx: PipelinedTransaction,
  parts: Known & { update: PaymentUpdate; sale: Pick<Sale, 'items' | 'attendees'> },
): Promise<boolean> {
  const { order, update, sale, now } = parts
  trx.send(changePaymentStatus(trx, { orderId: order.id, to: 'succeeded', now }))
  if (update.mayBuy && !isGoneAgain(update.intent)) {
    const sold = await settleOrder(context, trx, { order, ...sale })
    if (sold.success) return true
  }
  trx.send(changePaymentStatus(trx, { orderId: order.id, to: 'refunding', now }))
  await closeOrderOfRefusedPayment(trx, order, 'expired')
  return false
}

async function recordRest(
  context: Context,
  trx: PipelinedTransaction,
  parts: Known & { update: PaymentUpdate; isPaid: boolean },
): Promise<string[]> {
  const { order, update, isPaid, now } = parts
  const { intent, payment } = update
  if (intent.refunds.length + intent.disputes.length === 0) return []
  const isSoldNow = isPaid && order.paidAt === null
  const standing = isSoldNow ? { ...order, status: 'paid' as const, paidAt: now } : order
  return recordAftermath(context, trx, { order: standing, intent, provider: payment.provider, now })
}

function sendFee(trx: PipelinedTransaction, { order, standing, now }: Known, { feeCents }: Intent): void {
  if (feeCents === null || standing.feeCents !== null) return
  const fact = {
    fact: `fee:${order.id}`,
    kind: 'processing_fee',
    entries: processingFeeEntries(feeCents, order.processingFeePaidBy),
  } as const
  trx.send(
    setFee(trx, { orderId: order.id, cents: feeCents }),
    writeLedger(trx, [{ ...fact, ...ownerOf(order) }], now),
  )
}

const isGoneAgain = (intent: Intent): boolean =>
  intent.refunds
    .filter((refund) => refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amountCents, 0) >= intent.amountCents

const ofProvider = (
  context: Context,
  event: { id: string },
): { provider: string; id: string; now: Date } => ({
  provider: context.payments.name,
  id: event.id,
  now: new Date(context.clock.now()),
})

const isWhole = (payment: PaymentRow, intent: Intent): boolean =>
  payment.amountCents === intent.amountCents && payment.currency === intent.currency

export const isPayable = (order: { status: OrderStatus; expiresAt: Date }, now: number): boolean =>
  isOpen({ status: order.status, expiresAt: order.expiresAt.getTime() }, now)
