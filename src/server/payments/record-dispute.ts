import type { LedgerEntry } from '#model/ledger.ts'
import type { PipelinedTransaction } from '../db/pipelined.ts'
import { clawBack } from '../earnings/claw-back.ts'
import { writeLedger, type LedgerTransaction } from '../ledger/ledger-rows.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { findDispute, putDispute, type DisputeRow } from './dispute-rows.ts'
import { lookSoon } from './look-rows.ts'
import type { ProviderDispute } from './provider.ts'
import { ownerOf } from './settle-refund.ts'

interface Heard {
  order: OrderRow
  dispute: ProviderDispute
  provider: string
  now: Date
}

/**
 * The money is gone while a dispute is open and when it is lost, and comes back with one that is won, however often that
 * changes. One that was decided is never open again: who says so has asked before it was. The caller has the order's lock.
 */
export async function recordDispute(trx: PipelinedTransaction, heard: Heard): Promise<void> {
  const { order, dispute, provider, now } = heard
  const before = await findDispute(trx, { provider, id: dispute.id })
  if (before && (dispute.status === before.status || dispute.status === 'open')) return
  const turns = (before?.turns ?? 0) + 1
  trx.send(
    putDispute(trx, { ...dispute, ...ownerOf(order), provider, turns, now }),
    // Of two who bring different news, the one who asked first may come second.
    lookSoon(trx, { orderId: order.id, now }),
  )
  const facts = order.paidAt ? factsOf(heard, before, turns) : []
  const last = facts.at(-1)
  if (!last) return
  trx.send(writeLedger(trx, facts, now))
  await clawBack(trx, { order, fact: last.fact, now })
}

/** What moves: nothing when the money is where it was. */
function factsOf(
  { order, dispute }: Heard,
  before: DisputeRow | undefined,
  turns: number,
): LedgerTransaction[] {
  // The first of each has the dispute's name alone.
  const name = turns === 1 ? dispute.id : `${dispute.id}:${turns}`
  const owner = ownerOf(order)
  const cents = before?.amountCents ?? dispute.amountCents
  const taken: LedgerTransaction = {
    fact: `dispute:${name}`,
    kind: 'dispute',
    entries: entriesOf(cents),
    ...owner,
  }
  const back: LedgerTransaction = {
    fact: `dispute_won:${name}`,
    kind: 'dispute_won',
    entries: entriesOf(-cents),
    ...owner,
  }
  const isGone = dispute.status !== 'won'
  if (!before) return isGone ? [taken] : [taken, back]
  const wasGone = before.status !== 'won'
  if (isGone === wasGone) return []
  return isGone ? [taken] : [back]
}

const entriesOf = (cents: number): LedgerEntry[] => [
  { account: 'buyer', amountCents: cents },
  { account: 'promoter', amountCents: -cents },
]
