import { fail } from '#contracts/platform/errors.ts'
import { processingFeeEntries } from '#model/money/ledger.ts'
import { isPaymentTransition } from '#model/money/payments.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { RUN_ALONE, type Batch, type BatchVerdict } from '#server/platform/db/batches/transaction-batcher.ts'
import { lockCartsOfOrders } from '#server/catalog/inventory/hold-rows.ts'
import type { LedgerTransaction } from '#server/platform/ledger/ledger-rows.ts'
import { lockOrders, type OrderRow } from '#server/sales/orders/order-rows.ts'
import { isOrdinarySale, readSales, settleOrders, type OrderSale } from '#server/sales/orders/settle-order.ts'
import { closeWhenRefunded, decideAutoRefund } from '#server/money/refunds/auto-refund.ts'
import { ledgerOwnerOf } from '#server/money/refunds/refund-update.ts'
import { keepHoldForPayment } from '#server/money/purchase/keep-hold-for-payment.ts'
import type { Intent } from '#server/money/providers/provider.ts'
import { closeOrderOfRefusedPayment } from './close-refused-payment.ts'
import {
  changePaymentStatus,
  listPayments,
  markPaymentsSucceeded,
  setPaymentFee,
  type PaymentRow,
} from './payment-rows.ts'
import { markEventsProcessed } from './payment-event-rows.ts'
import { recordRefundsAndDisputes } from './record-refunds-and-disputes.ts'

export interface PaymentUpdate {
  payment: PaymentRow
  intent: Intent
  event: { id: string } | undefined
  canPayOrder: boolean
}

export type RecordFailure = 'NOT_FOUND' | 'SOLD_OUT'

/** `refundId` is set if the payment must be refunded. `problems`: new problems that must be resolved manually. */
export interface RecordOutcome {
  isPaid: boolean
  refundId?: string
  problems?: string[]
}

/** A payment with the data that was read after locking its cart and order. */
interface Known {
  update: PaymentUpdate
  order: OrderRow
  standing: PaymentRow
  sale: Pick<OrderSale, 'items' | 'attendees'>
  now: Date
}

/**
 * Records the state of payments. In a batch, payments that only pay their orders are recorded together; every other one must
 * run alone.
 */
export async function recordPayments(
  context: Context,
  trx: PipelinedTransaction,
  batch: Batch<PaymentUpdate>,
): Promise<BatchVerdict<RecordOutcome, RecordFailure>[]> {
  const found = await readPayments(context, trx, batch)
  const known = found.filter((each) => typeof each === 'object')
  const sold = await sell(context, trx, known)
  const recorded = new Map<unknown, RecordOutcome>()
  for (const each of known)
    recorded.set(each, await recordRemainder(context, trx, { ...each, isSold: sold.has(each) }))
  return found.map((each): BatchVerdict<RecordOutcome, RecordFailure> => {
    if (each === RUN_ALONE) return RUN_ALONE
    const outcome = recorded.get(each)
    return outcome ? succeed(outcome) : fail('NOT_FOUND')
  })
}

async function readPayments(
  context: Context,
  trx: PipelinedTransaction,
  batch: Batch<PaymentUpdate>,
): Promise<(Known | typeof RUN_ALONE | undefined)[]> {
  const { requests: updates, waits } = batch
  const orderIds = updates.map(({ payment }) => payment.orderId)
  const [carts, orders, payments, saleOf] = await Promise.all([
    lockCartsOfOrders(trx, orderIds, batch),
    lockOrders(trx, orderIds, batch),
    listPayments(trx, orderIds),
    readSales(
      trx,
      updates.filter(hasSucceeded).map(({ payment }) => payment.orderId),
    ),
  ])
  const now = new Date(context.clock.now())
  return updates.map((update) => {
    const { orderId } = update.payment
    const order = orders.get(orderId)
    const standing = payments.get(orderId)
    if (!waits && !(order && carts.has(order.cartId))) return RUN_ALONE
    if (!order || !standing) return undefined
    const known = { update, order, standing, sale: saleOf(orderId), now }
    return updates.length === 1 || isPlainPurchase(known) ? known : RUN_ALONE
  })
}

const hasSucceeded = ({ intent }: PaymentUpdate): boolean => intent.status === 'succeeded'

/** True if the payment pays its order and nothing else has to be recorded. */
const isPlainPurchase = (known: Known): boolean => {
  const { refunds, disputes } = known.update.intent
  const isAll = refunds.length + disputes.length === 0
  return mayBuy(known) && isAll && isOrdinarySale({ order: known.order, ...known.sale }, known.now)
}

/** True if the payment has succeeded and this isn't recorded yet, neither as paid nor as to be refunded. */
const isNew = ({ update, standing: { status } }: Known): boolean =>
  hasSucceeded(update) && status !== 'succeeded' && status !== 'refunding' && status !== 'refunded'

const mayBuy = (known: Known): boolean =>
  isNew(known) && known.update.canPayOrder && !isGoneAgain(known.update.intent)

const isGoneAgain = (intent: Intent): boolean =>
  intent.refunds
    .filter((refund) => refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amountCents, 0) >= intent.amountCents

/**
 * Records success, fees and events of the payments, and pays the orders that can be paid. Returns the payments of these
 * orders.
 */
async function sell(
  context: Context,
  trx: PipelinedTransaction,
  known: readonly Known[],
): Promise<ReadonlySet<Known>> {
  const [succeeded, others] = [known.filter(isMoving), known.filter((each) => !isMoving(each))]
  const [first] = known
  if (!first) return new Set()
  const { now } = first
  const events = known.flatMap(({ update }) => update.event?.id ?? [])
  if (events.length > 0)
    trx.send(markEventsProcessed(trx, { provider: context.payments.name, ids: events, now }))
  if (succeeded.length > 0) trx.send(markPaymentsSucceeded(trx, succeeded.map(feeOf), now))
  for (const { order, update } of others.filter(hasNewFee))
    trx.send(setPaymentFee(trx, { orderId: order.id, cents: update.intent.feeCents ?? 0 }))
  const buying = known.filter(mayBuy)
  const sales = buying.map(({ order, sale }) => ({ order, ...sale }))
  const settled = await settleOrders(context, trx, { sales, facts: known.filter(hasNewFee).map(feeFact) })
  return new Set(buying.filter((_, index) => settled[index]?.success))
}

const isMoving = (known: Known): boolean =>
  isNew(known) && isPaymentTransition(known.standing.status, 'succeeded')

const hasNewFee = ({ update, standing }: Known): boolean =>
  update.intent.feeCents !== null && standing.feeCents === null

const feeOf = ({ order, update }: Known) => ({ orderId: order.id, feeCents: update.intent.feeCents })

const feeFact = ({ order, update }: Known): LedgerTransaction => ({
  fact: `fee:${order.id}`,
  kind: 'processing_fee',
  entries: processingFeeEntries(update.intent.feeCents ?? 0, order.processingFeePaidBy),
  ...ledgerOwnerOf(order),
})

async function recordRemainder(
  context: Context,
  trx: PipelinedTransaction,
  known: Known & { isSold: boolean },
): Promise<RecordOutcome> {
  const { order, update, isSold, now } = known
  if (!hasSucceeded(update)) {
    await recordUnpaid(trx, known)
    return { isPaid: order.paidAt !== null }
  }
  const isPaid = isSold || order.paidAt !== null
  const isRefused = isNew(known) && !isSold
  if (isRefused) {
    trx.send(changePaymentStatus(trx, { orderId: order.id, to: 'refunding', now }))
    await closeOrderOfRefusedPayment(trx, order, 'expired')
  }
  const problems = await recordLater(context, trx, known)
  if (!isRefused && known.standing.status !== 'refunding') return { isPaid, problems }
  const unhonoured = { order, amountCents: update.intent.amountCents, now }
  const refundId = await decideAutoRefund(trx, unhonoured)
  if (!refundId) await closeWhenRefunded(trx, unhonoured)
  return { isPaid, problems, ...(refundId ? { refundId } : {}) }
}

/** Records a payment that hasn't succeeded. While it is in progress, extends the hold. */
async function recordUnpaid(trx: PipelinedTransaction, { order, update, now }: Known): Promise<void> {
  const { status } = update.intent
  trx.send(changePaymentStatus(trx, { orderId: order.id, to: status, now }))
  if (status === 'processing' || status === 'requires_action') await keepHoldForPayment(trx, order, now)
}

async function recordLater(
  context: Context,
  trx: PipelinedTransaction,
  { order, update, isSold, now }: Known & { isSold: boolean },
): Promise<string[]> {
  const { intent, payment } = update
  if (intent.refunds.length + intent.disputes.length === 0) return []
  const isSoldNow = isSold && order.paidAt === null
  const standing = isSoldNow ? { ...order, status: 'paid' as const, paidAt: now } : order
  return recordRefundsAndDisputes(context, trx, { order: standing, intent, provider: payment.provider, now })
}
