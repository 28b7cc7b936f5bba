import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { ticketVoidedFact } from '#server/platform/outbox/ticket-facts.ts'
import { endVoidOffers } from './transfer-rows.ts'

/**
 * Ends the offers of tickets of an order that have become void, and emails the people to whom void tickets were passed on,
 * once. The caller must have locked the order.
 */
export async function endTransfers(
  trx: PipelinedTransaction,
  order: { orderId: string; now: Date },
): Promise<void> {
  const holders = await endVoidOffers(trx, order)
  await writeMails(trx, holders.map(ticketVoidedFact), order.now)
}
