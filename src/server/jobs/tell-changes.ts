import { succeed } from '#model/result.ts'
import type { Context } from '../context.ts'
import { transact } from '../db/transact.ts'
import {
  listLateOrders,
  listOrdersToTell,
  moveToldChange,
  takeWaitingChange,
} from '../events/told-change-rows.ts'
import { writeMails } from '../mail/mail-rows.ts'
import { eventChangedFact } from '../mail/order-facts.ts'
import { batchByBatch } from './each-alone.ts'

const BATCH = 500
/** No payment is under way for longer. */
const LATE_MS = 2 * 86_400_000

/**
 * Writes the letters about changes that promoters tell their buyers of, a batch at a time: letters and how far it has come are one
 * transaction, so that after a crash nobody is told twice, and nobody is left out. When the signal says to stop, the rest waits.
 */
export async function tellChanges(context: Context, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await tellSome(context)));
}

/** Whether there may be more. */
async function tellSome(context: Context): Promise<boolean> {
  const now = new Date(context.clock.now())
  const told = await transact(context.db, async (trx) => {
    const change = await takeWaitingChange(trx)
    if (!change) return succeed(false)
    const { id, promoterId } = change
    const orders = await listOrdersToTell(trx, change, BATCH)
    const facts = orders.map((orderId) => eventChangedFact({ id: orderId, promoterId }, id))
    await writeMails(trx, facts, now)
    const afterOrderId = orders.at(-1) ?? change.afterOrderId
    await moveToldChange(trx, { id, afterOrderId, doneAt: orders.length < BATCH ? now : null })
    return succeed(true)
  })
  return told.success && told.data
}

/** The same for who was paying while it was told. A letter that is written already is not written again. */
export async function tellLateBuyers(context: Context): Promise<void> {
  const now = context.clock.now()
  const since = new Date(now - LATE_MS)
  await batchByBatch(BATCH, async () => {
    const orders = await listLateOrders(context.db, { since, limit: BATCH })
    const facts = orders.map((order) => eventChangedFact(order, order.changeId))
    await writeMails(context.db, facts, new Date(now))
    return orders.length
  })
}
