import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import {
  RUN_ALONE,
  createTransactionBatcher,
  type Batch,
  type BatchVerdict,
} from '#server/platform/db/batches/transaction-batcher.ts'
import { lockCartsOfOrders } from '#server/catalog/inventory/hold-rows.ts'
import {
  changePaymentStatuses,
  insertPayments,
  type PaymentRow,
} from '#server/money/payments/payment-rows.ts'
import { isOrderPayable } from '#server/money/payments/record-intent.ts'
import { lockOrders } from '#server/sales/orders/order-rows.ts'
import { isHoldTooShort, keepHoldForPayment } from './keep-hold-for-payment.ts'

/** `paid`: another request has paid the order meanwhile. */
export type ChargeStart = 'begun' | 'paid' | 'too late'

/**
 * Records that a charge begins, before the provider is called. If the response is then lost, the order can't be replaced,
 * and reconciliation fetches the result. If it is too late to charge, the payment is recorded nevertheless, so that
 * reconciliation cancels it at the provider. Concurrent charges share a transaction.
 */
export const recordChargeStart = (
  context: Context,
  payment: PaymentRow,
): Promise<Result<ChargeStart, never>> => beginnerOf(context)(payment)

type Beginner = (payment: PaymentRow) => Promise<Result<ChargeStart, never>>

const beginners = new WeakMap<Context, Beginner>()

function beginnerOf(context: Context): Beginner {
  const beginner =
    beginners.get(context) ??
    createTransactionBatcher<PaymentRow, ChargeStart, never>(
      { ...context, name: 'charges' },
      { keyOf: ({ orderId }) => orderId, run: (trx, batch) => beginCharges(context, trx, batch) },
    )
  beginners.set(context, beginner)
  return beginner
}

async function beginCharges(
  context: Context,
  trx: PipelinedTransaction,
  batch: Batch<PaymentRow>,
): Promise<BatchVerdict<ChargeStart, never>[]> {
  const { requests: payments, waits } = batch
  const orderIds = payments.map(({ orderId }) => orderId)
  const [carts, orders] = await Promise.all([
    lockCartsOfOrders(trx, orderIds, batch),
    lockOrders(trx, orderIds, batch),
  ])
  const now = new Date(context.clock.now())
  const isOnly = payments.length === 1
  const verdicts = payments.map(({ orderId }): ChargeStart | typeof RUN_ALONE => {
    const order = orders.get(orderId)
    if (!waits && !(order && carts.has(order.cartId))) return RUN_ALONE
    if (order?.paidAt) return 'paid'
    if (!order || !isOrderPayable(order, now.getTime())) return 'too late'
    // Extending a hold locks its inventory during a round trip, so it isn't done in a batch of several orders.
    return isOnly || !isHoldTooShort(order, now) ? 'begun' : RUN_ALONE
  })
  const decided = payments.filter((_, index) => verdicts[index] !== RUN_ALONE)
  const begun = payments.filter((_, index) => verdicts[index] === 'begun').map(({ orderId }) => orderId)
  const isBegun = new Set(begun)
  const rows = decided.map((row) =>
    isBegun.has(row.orderId) ? { ...row, status: 'processing' as const } : row,
  )
  // Payments that already exist aren't inserted; the second statement updates them.
  trx.send(
    insertPayments(trx, rows, now),
    changePaymentStatuses(trx, { orderIds: begun, to: 'processing', now }),
  )
  for (const orderId of isOnly ? begun : []) {
    const order = orders.get(orderId)
    if (order) await keepHoldForPayment(trx, order, now)
  }
  return verdicts.map((verdict) => (verdict === RUN_ALONE ? RUN_ALONE : succeed(verdict)))
}
