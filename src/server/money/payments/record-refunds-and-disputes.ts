import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import type { Intent, ProviderRefund } from '#server/money/providers/provider.ts'
import { recordDispute } from '#server/money/refunds/record-dispute.ts'
import { listRefunds } from '#server/money/refunds/refund-rows.ts'
import { recordDashboardRefund, recordRefundUpdate } from '#server/money/refunds/settle-refund.ts'

/**
 * Records refunds and disputes that the provider reports for a succeeded payment, including refunds made in the provider's
 * dashboard. Returns new problems. The caller must hold the locks of cart and order.
 */
export async function recordRefundsAndDisputes(
  context: Context,
  trx: PipelinedTransaction,
  update: { order: OrderRow; intent: Intent; provider: string; now: Date },
): Promise<string[]> {
  const { order, intent, provider, now } = update
  const refunds = await listRefunds(trx, order.id)
  const problems: string[] = []
  const strangers: ProviderRefund[] = []
  for (const reported of intent.refunds) {
    const refund = refunds.find((each) => each.id === reported.key || each.providerRefundId === reported.id)
    if (refund) problems.push(...(await recordRefundUpdate(context, trx, { order, refund, reported, now })))
    else strangers.push(reported)
  }
  // Refunds from the dashboard are recorded last, when the amounts of Foyer's own refunds are known.
  for (const reported of strangers)
    problems.push(
      ...(await recordDashboardRefund(context, trx, {
        order,
        known: await listRefunds(trx, order.id),
        reported,
        now,
      })),
    )
  for (const dispute of intent.disputes) await recordDispute(context, trx, { order, dispute, provider, now })
  return problems
}
