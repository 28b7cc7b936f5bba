import { succeed } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import { transact } from '../db/transact.ts'
import {
  adoptLateOrders,
  finishCancelled,
  listWaiting,
  takeWaiting,
  type CancelledOrder,
  type CancelledOutcome,
} from '../events/cancelled-order-rows.ts'
import { eventCancelledFact } from '../mail/order-facts.ts'
import { writeMails } from '../mail/mail-rows.ts'
import { decideRefund } from '../orders/decide-refund.ts'
import { carryOutRefund } from '../payments/carry-out-refund.ts'
import { raiseTrouble, tellTroubles } from '../payments/trouble.ts'
import { eachAlone } from './each-alone.ts'

/** As many as are over before a process that was told to stop is killed, also when the provider is slow. */
const BATCH = 8
/** No payment is under way for longer. */
const LATE_MS = 2 * 86_400_000

/**
 * Tells everybody who has tickets of a cancelled event, and gives their money back. Each order by itself: its refund, its letter
 * and that it is done are one transaction, so that after a crash nobody is told or paid twice, and nobody is left out. The
 * provider is asked afterwards; what it doesn't answer, reconciliation asks again. When the signal says to stop, what is begun is
 * ended.
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

/**
 * Nothing is left to give of what went back before: what a refund under way gives back is not given twice. An order that has tickets for other
 * events as well keeps those.
 */
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
  // The event is cancelled all the same: that its money is still here must not be forgotten.
  const news = await raiseTrouble(trx, orderId, `The event was cancelled. ${decided.error.message}`)
  tellTroubles(context, orderId, news)
  return { refundId: null, isRefused: true }
}
