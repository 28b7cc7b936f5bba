import type { LedgerEntry } from '#model/ledger.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import { clawBack } from '../earnings/claw-back.ts'
import { writeLedger } from '../ledger/ledger-rows.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import type { Intent, ProviderDispute, ProviderRefund } from './provider.ts'
import { listRefunds, putDispute } from './refund-rows.ts'
import { adoptRefund, ownerOf, settleRefund } from './settle-refund.ts'

/** What came of a payment after it had succeeded: refunds, whoever asked for them, and disputes. Locks are the caller's. */
export async function recordAftermath(
  trx: PipelinedTransaction,
  news: { order: OrderRow; intent: Intent; provider: string; now: Date },
): Promise<void> {
  const { order, intent, provider, now } = news
  const refunds = await listRefunds(trx, order.id)
  const strangers: ProviderRefund[] = []
  for (const told of intent.refunds) {
    const refund = refunds.find((each) => each.id === told.key || each.providerRefundId === told.id)
    if (refund) await settleRefund(trx, { order, refund, told, now })
    else strangers.push(told)
  }
  // Whose money they gave is what nobody else has given by then.
  for (const told of strangers)
    await adoptRefund(trx, { order, known: await listRefunds(trx, order.id), told, now })
  for (const dispute of intent.disputes) await recordDispute(trx, { order, dispute, provider, now })
}

/** The money is gone while a dispute is open, and comes back with one that is won. */
async function recordDispute(
  trx: PipelinedTransaction,
  news: { order: OrderRow; dispute: ProviderDispute; provider: string; now: Date },
): Promise<void> {
  const { order, dispute, provider, now } = news
  const isNews = await putDispute(trx, { ...dispute, ...ownerOf(order), provider, now })
  if (!isNews || !order.paidAt) return
  const taken: LedgerEntry[] = [
    { account: 'buyer', amountCents: dispute.amountCents },
    { account: 'promoter', amountCents: -dispute.amountCents },
  ]
  const opened = {
    fact: `dispute:${dispute.id}`,
    kind: 'dispute',
    entries: taken,
    ...ownerOf(order),
  } as const
  const entries = taken.map((entry) => ({ ...entry, amountCents: -entry.amountCents }))
  const won = { fact: `dispute_won:${dispute.id}`, kind: 'dispute_won', entries, ...ownerOf(order) } as const
  const isWon = dispute.status === 'won'
  trx.send(writeLedger(trx, isWon ? [opened, won] : [opened], now))
  await clawBack(trx, { order, fact: isWon ? won.fact : opened.fact, now })
}
