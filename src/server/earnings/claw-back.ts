import { clawedBackOf } from '#model/commissions.ts'
import { commissionEntries, saleShares } from '#model/ledger.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import { writeLedger } from '../ledger/ledger-rows.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { lockEarningsOfOrder, readGivenBack, setClawedBack } from './earning-rows.ts'

/**
 * Takes back what an order earned, as far as its money is gone now; what has come back is earned again. Whatever happened
 * before, the order's refunds and disputes as they are stored say how much. `fact` is what happened: a refund or a dispute.
 * The caller has the order's lock and no inventory's yet. Orders that came by no link ask nobody.
 */
export async function clawBack(
  trx: PipelinedTransaction,
  news: { order: OrderRow; fact: string; now: Date },
): Promise<void> {
  const { order, now } = news
  if (order.trackingLinkId === null) return
  const { id: orderId, promoterId, currency, totalCents } = order
  const [lines, given] = await Promise.all([
    lockEarningsOfOrder(trx, orderId),
    readGivenBack(trx, { id: orderId, totalCents, promoterCents: saleShares(order).promoterCents }),
  ])
  const wanted = clawedBackOf(lines, given)
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
  const fact = `commission:${news.fact}`
  trx.send(
    setClawedBack(trx, changed),
    writeLedger(trx, [{ fact, kind: 'commission', promoterId, orderId, currency, entries }], now),
  )
}
