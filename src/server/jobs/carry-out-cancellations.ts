import { eventNotRefundedMessage } from '#model/money/payment-problems.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import {
  addLateCancelledOrders,
  finishEventCancellation,
  listTransfersOfCancelledOrder,
  listUnfinishedCancellations,
  lockUnfinishedCancellation,
  type CancelledOrder,
  type CancelledOutcome,
} from '#server/catalog/event-changes/cancelled-order-rows.ts'
import { eventCancelledFact } from '#server/platform/outbox/order-facts.ts'
import { ticketEventCancelledFact } from '#server/platform/outbox/ticket-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { decideRefund } from '#server/money/refunds/decide-refund.ts'
import { carryOutRefund } from '#server/money/refunds/carry-out-refund.ts'
import { raisePaymentProblem, logPaymentProblems } from '#server/money/payments/payment-problems.ts'
import { forEachIsolated } from './for-each-isolated.ts'

/**
 * Number of orders per batch. Small enough to finish before a stopping process is killed, even if the provider is slow.
 */
const BATCH = 8
/** Time after a cancellation during which payments of the event's orders can still succeed. */
const LATE_MS = 2 * 86_400_000

/**
 * Refunds orders of cancelled events, and emails the buyers and the people to whom they passed tickets on. Each order is one
 * transaction, so that a crash neither repeats nor skips it. The provider is called afterwards; if it doesn't respond,
 * reconciliation retries. When aborted, finishes the orders that were started.
 */
export async function carryOutCancellations(context: Context, signal?: AbortSignal): Promise<void> {
  await addLateCancelledOrders(context.db, new Date(context.clock.now() - LATE_MS))
  for (let after: CancelledOrder | undefined; !signal?.aborted;) {
    const orders = await listUnfinishedCancellations(context.db, { after, limit: BATCH })
    await forEachIsolated(context, orders, (order) => settle(context, order))
    after = orders.at(-1)
    if (!after || orders.length < BATCH) return
  }
}

async function settle(context: Context, order: CancelledOrder): Promise<void> {
  const now = new Date(context.clock.now())
  const settled = await transact(context.db, async (trx) => {
    if (!(await lockUnfinishedCancellation(trx, order))) return succeed(null)
    const outcome = order.refunds ? await decide(context, trx, { order, now }) : NOTHING_TO_GIVE
    const { refundId } = outcome
    const { eventId, orderId, promoterId } = order
    const holders = await listTransfersOfCancelledOrder(trx, order)
    const facts = [
      eventCancelledFact({ id: orderId, promoterId }, { eventId, refundId }),
      ...holders.map((id) => ticketEventCancelledFact({ id, promoterId })),
    ]
    await writeMails(trx, facts, now)
    await finishEventCancellation(trx, { ...order, ...outcome, now })
    return succeed(refundId)
  })
  if (settled.success && settled.data !== null) await carryOutRefund(context, settled.data)
}

const NOTHING_TO_GIVE: CancelledOutcome = { refundId: null, isRefused: false }

/**
 * Refunds the remaining amount of the order for this event, without pending refunds. Tickets for the order's other events
 * stay valid.
 */
async function decide(
  context: Context,
  trx: PipelinedTransaction,
  { order: { eventId, orderId, promoterId }, now }: { order: CancelledOrder; now: Date },
): Promise<CancelledOutcome> {
  const decided = await decideRefund(context, trx, {
    orderId,
    promoterId,
    idempotencyKey: `event-cancelled:${eventId}`,
    actor: { accountId: null, apiKeyId: null },
    reason: 'event_cancelled',
    eventId,
    isLimited: false,
  })
  if (decided.success) return { refundId: decided.data.refundId, isRefused: false }
  if (decided.error.code === 'REFUND_NOTHING_LEFT') return NOTHING_TO_GIVE
  // The event is cancelled even if a refund is impossible, so the missing refund is reported as a problem.
  const words = eventNotRefundedMessage(decided.error.message)
  const added = await raisePaymentProblem(trx, { orderId, message: words, now })
  logPaymentProblems(context, orderId, added)
  return { refundId: null, isRefused: true }
}
