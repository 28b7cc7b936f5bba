import { clawedBackCentsByLine } from '#model/money/commissions.ts'
import { commissionEntries, saleShares } from '#model/money/ledger.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { lockEarningsOfOrder, readDeductions, setClawedBack } from '#server/sales/commissions/earning-rows.ts'

/**
 * Deducts commissions after a refund or dispute, or adds them again after its reversal. The amount is computed from all
 * stored refunds and disputes of the order. `fact`: name of the refund or dispute in the ledger. Does nothing for orders
 * without a tracking link. The caller must hold the order's lock, but no inventory lock.
 */
export async function clawBack(
  trx: PipelinedTransaction,
  update: { order: OrderRow; fact: string; now: Date },
): Promise<void> {
  const { order, now } = update
  if (order.trackingLinkId === null) return
  const { id: orderId, promoterId, currency, totalCents } = order
  const [lines, given] = await Promise.all([
    lockEarningsOfOrder(trx, orderId),
    readDeductions(trx, { id: orderId, totalCents, promoterCents: saleShares(order).promoterCents }),
  ])
  const wanted = clawedBackCentsByLine(lines, given)
  const changed = lines.flatMap((line, index) => {
    const clawedBackCents = wanted[index] ?? 0
    const changeCents = line.clawedBackCents - clawedBackCents
    return changeCents === 0 ? [] : [{ ...line, clawedBackCents, changeCents }]
  })
  const [first] = changed
  if (!first) return
  const cents = changed
    .filter((line) => line.status === 'earned')
    .reduce((sum, line) => sum + line.changeCents, 0)
  const entries = commissionEntries(first.memberId, cents)
  const fact = `commission:${update.fact}`
  trx.send(
    setClawedBack(trx, changed),
    writeLedger(trx, [{ fact, kind: 'commission', promoterId, orderId, currency, entries }], now),
  )
}
