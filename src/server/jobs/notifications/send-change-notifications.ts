import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import {
  listTransfersToNotify,
  listLateOrders,
  listOrdersToNotify,
  updateChangeNotification,
  lockNextNotification,
} from '#server/catalog/event-changes/change-notification-rows.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { eventChangedFact } from '#server/platform/outbox/order-facts.ts'
import { ticketEventChangedFact } from '#server/platform/outbox/ticket-facts.ts'
import { repeatWhileFull } from '#server/jobs/for-each-isolated.ts'

const BATCH = 500
/** Time after a change during which payments of the event's orders can still succeed. */
const LATE_MS = 2 * 86_400_000

/**
 * Emails buyers about changed events, and the people to whom they passed tickets on. Emails and progress are written in one
 * transaction, so that a crash neither repeats nor skips an order. When aborted, stops after a batch.
 */
export async function sendChangeNotifications(context: Context, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await notifySome(context)));
}

async function notifySome(context: Context): Promise<boolean> {
  const now = new Date(context.clock.now())
  const sent = await transact(context.db, async (trx) => {
    const change = await lockNextNotification(trx)
    if (!change) return succeed(false)
    const { id, promoterId } = change
    const orders = await listOrdersToNotify(trx, change, BATCH)
    const orderIds = orders.map((order) => order.id)
    const holders = await listTransfersToNotify(trx, change, orderIds)
    const facts = [
      ...orders.flatMap((order) =>
        order.hasAddress ? [eventChangedFact({ id: order.id, promoterId }, id)] : [],
      ),
      ...holders.map((transferId) => ticketEventChangedFact({ id: transferId, promoterId }, id)),
    ]
    await writeMails(trx, facts, now)
    const afterOrderId = orderIds.at(-1) ?? change.afterOrderId
    await updateChangeNotification(trx, { id, afterOrderId, doneAt: orders.length < BATCH ? now : null })
    return succeed(true)
  })
  return sent.success && sent.data
}

/**
 * Queues emails for orders that were paid only after the other buyers were notified of a change. Each buyer gets one email
 * per change.
 */
export async function notifyLateBuyers(context: Context): Promise<void> {
  const now = context.clock.now()
  const since = new Date(now - LATE_MS)
  await repeatWhileFull(BATCH, async () => {
    const orders = await listLateOrders(context.db, { since, limit: BATCH })
    const facts = orders.map((order) => eventChangedFact(order, order.changeId))
    await writeMails(context.db, facts, new Date(now))
    return orders.length
  })
}
