import { succeed } from '#model/platform/result.ts'
import {
  finishEventWithShownCodes,
  listTransfersWithoutCode,
  listOrdersWithoutCodes,
  lockNextEventWithShownCodes,
} from '#server/catalog/codes/withheld-code-rows.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { codesShownFact } from '#server/platform/outbox/order-facts.ts'
import { ticketCodeShownFact } from '#server/platform/outbox/ticket-facts.ts'

const BATCH = 500

/**
 * Emails codes to buyers and recipients of tickets as soon as they are shown, if earlier emails didn't contain them. Each
 * person gets one such email per event, and another one after the codes were live. When aborted, stops after a batch.
 */
export async function sendShownCodes(context: Context, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await sendSome(context)));
}

async function sendSome(context: Context): Promise<boolean> {
  const now = new Date(context.clock.now())
  const sent = await transact(context.db, async (trx) => {
    const event = await lockNextEventWithShownCodes(trx, now)
    if (!event) return succeed(false)
    const { id: eventId, promoterId, modeChanges } = event
    const orders = await listOrdersWithoutCodes(trx, event, BATCH)
    const holders = await listTransfersWithoutCode(trx, event, BATCH)
    const facts = [
      ...orders.map((orderId) => codesShownFact({ id: orderId, promoterId }, { eventId, modeChanges })),
      ...holders.map((transferId) => ticketCodeShownFact({ id: transferId, promoterId }, modeChanges)),
    ]
    await writeMails(trx, facts, now)
    if (orders.length < BATCH && holders.length < BATCH) await finishEventWithShownCodes(trx, eventId)
    return succeed(true)
  })
  return sent.success && sent.data
}
