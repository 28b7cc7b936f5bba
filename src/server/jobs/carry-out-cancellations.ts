import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import {
  adoptLateOrders,
  finishCancelled,
  listWaiting,
  takeWaiting,
  type CancelledOrder,
  type CancelledOutcome,
} from '#server/catalog/event-changes/cancelled-order-rows.ts'
import { eventCancelledFact } from '#server/platform/outbox/order-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { decideRefund } from '#server/money/refunds/decide-refund.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { raisePaymentProblem, logPaymentProblems } from '#server/money/payments/trouble.ts'
import { eachAlone } from './each-alone.ts'

/** Small enough to finish before a stopping process is killed, even with a slow provider. */
const BATCH = 8
/** Maximum duration of a payment. */
const LATE_MS = 2 * 86_400_000

/**
 * Refund, email and completion of an order are one transaction, so that a crash neither repeats nor skips an order. The
 * provider is called afterwards; reconciliation retries missing responses. When aborted, finishes what was started.
 */
export async function carryOutCancellations(context: Context, signal?: AbortSignal): Promise<void> {
  await adoptLateOrders(context.db, new Date(context.clock.now() - LATE_MS))
  for (let after: CancelledOrder | undefined; !signal?.aborted;) {
    const orders = await listWaiting(context.db, { after, limit: BATCH })
    await eachAlone(context, orders, (order) => settle(context, order))
    after = orders.at(-1)
    if (!after || orders.length < BATCH) return
  }
}

async function settle(context: Context, order: CancelledOrder): Promise<void> {
  const now = new Date(context.clock.now())
  const settled = await transact(context.db, async (trx) => {
    if (!(await takeWaiting(trx, order))) return succeed(null)
    const outcome = order.refunds ? await decide(context, trx, order) : NOTHING_TO_GIVE
    const { refundId } = outcome
    const { eventId, orderId, promoterId } = order
    await writeMails(trx, [eventCancelledFact({ id: orderId, promoterId }, { eventId, refundId })], now)
    await finishCancelled(trx, { ...order, ...outcome, now })
    return succeed(refundId)
  })
  if (settled.success && settled.data !== null) await carryOutRefund(context, settled.data)
}

const NOTHING_TO_GIVE: CancelledOutcome = { refundId: null, isRefused: false }

/** Refunds what is left, without amounts of pending refunds. Tickets for other events in the same order are kept. */
async function decide(
  context: Context,
  trx: PipelinedTransaction,
  { eventId, orderId, promoterId }: CancelledOrder,
): Promise<CancelledOutcome> {
  const decided = await decideRefund(context, trx, {
    orderId,
    promoterId,
    idempotencyKey: `event-cancelled:${eventId}`,
    actor: { accountId: null, apiKeyId: null },
    reason: 'event_cancelled',
    eventId,
  })
  if (decided.success) return { refundId: decided.data.refundId, isRefused: false }
  if (decided.error.code === 'REFUND_NOTHING_LEFT') return NOTHING_TO_GIVE
  // The event is cancelled regardless: the missing refund must be reported.
  const news = await raisePaymentProblem(trx, orderId, `The event was cancelled. ${decided.error.message}`)
  logPaymentProblems(context, orderId, news)
  return { refundId: null, isRefused: true }
}
