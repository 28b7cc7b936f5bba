import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import type { Intent, ProviderRefund } from '#server/money/providers/provider.ts'
import { recordDispute } from '#server/money/refunds/record-dispute.ts'
import { listRefunds } from '#server/money/refunds/refund-rows.ts'
import { adoptRefund, settleRefund } from '#server/money/refunds/settle-refund.ts'

/** Records refunds (from any source) and disputes after a payment succeeded. Returns new problems. Needs the locks. */
export async function recordAftermath(
  trx: PipelinedTransaction,
  news: { order: OrderRow; intent: Intent; provider: string; now: Date },
): Promise<string[]> {
  const { order, intent, provider, now } = news
  const refunds = await listRefunds(trx, order.id)
  const troubles: string[] = []
  const strangers: ProviderRefund[] = []
  for (const told of intent.refunds) {
    const refund = refunds.find((each) => each.id === told.key || each.providerRefundId === told.id)
    if (refund) troubles.push(...(await settleRefund(trx, { order, refund, told, now })))
    else strangers.push(told)
  }
  // Refunds from the dashboard are recorded last, because their amount is what no other refund explains.
  for (const told of strangers)
    troubles.push(...(await adoptRefund(trx, { order, known: await listRefunds(trx, order.id), told, now })))
  for (const dispute of intent.disputes) await recordDispute(trx, { order, dispute, provider, now })
  return troubles
}
