import { disputeEntries, withVoucherPart } from '#model/money/ledger.ts'
import { disputedTaxes } from '#model/money/refunds.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { clawBack } from '#server/money/earnings/claw-back.ts'
import { writeLedger, type LedgerTransaction } from '#server/platform/ledger/ledger-rows.ts'
import {
  returnToSoldVoucher,
  takeFromSoldVoucher,
  type SoldVoucherPart,
} from '#server/sales/voucher-sales/sold-voucher-part.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { findDispute, putDispute, sumPlatformTaxes, type DisputeRow } from './dispute-rows.ts'
import { schedulePaymentCheck } from '#server/money/payments/look-rows.ts'
import type { ProviderDispute } from '#server/money/providers/provider.ts'
import { ownerOf } from './refund-update.ts'

interface Heard {
  order: OrderRow
  dispute: ProviderDispute
  provider: string
  now: Date
}

/**
 * The amount is deducted while the dispute is open and after it is lost, and returned when it is won, however often that
 * changes. A closed dispute is never reopened by an outdated response. The caller holds the order's lock.
 */
export async function recordDispute(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  heard: Heard,
): Promise<void> {
  const { order, dispute, provider, now } = heard
  const before = await findDispute(trx, { provider, id: dispute.id })
  if (before && (dispute.status === before.status || dispute.status === 'open')) return
  const turns = (before?.turns ?? 0) + 1
  const platformTaxesCents = before?.platformTaxesCents ?? (await platformTaxesOf(trx, heard))
  trx.send(
    putDispute(trx, { ...dispute, ...ownerOf(order), provider, turns, platformTaxesCents, now }),
    // Of two conflicting updates, the one fetched first may be recorded second.
    schedulePaymentCheck(trx, { orderId: order.id, now }),
  )
  const turned = order.paidAt ? factsOf(heard, before, { turns, platformTaxesCents }) : []
  const facts = await withSoldVoucher(context, trx, { heard, before, facts: turned })
  const last = facts.at(-1)
  if (!last) return
  trx.send(writeLedger(trx, facts, now))
  await clawBack(trx, { order, fact: last.fact, now })
}

function factsOf(
  { order, dispute }: Heard,
  before: DisputeRow | undefined,
  { turns, platformTaxesCents }: { turns: number; platformTaxesCents: number },
): LedgerTransaction[] {
  // The first entry of each kind is named by the dispute alone.
  const name = turns === 1 ? dispute.id : `${dispute.id}:${turns}`
  const owner = ownerOf(order)
  const cents = before?.amountCents ?? dispute.amountCents
  const taken: LedgerTransaction = {
    fact: `dispute:${name}`,
    kind: 'dispute',
    entries: disputeEntries(cents, platformTaxesCents),
    ...owner,
  }
  const back: LedgerTransaction = {
    fact: `dispute_won:${name}`,
    kind: 'dispute_won',
    entries: disputeEntries(-cents, -platformTaxesCents),
    ...owner,
  }
  const isGone = dispute.status !== 'won'
  if (!before) return isGone ? [taken] : [taken, back]
  const wasGone = before.status !== 'won'
  if (isGone === wasGone) return []
  return isGone ? [taken] : [back]
}

/** A dispute about a voucher's payment takes what is left on the voucher first. Won, it puts exactly that back. */
async function withSoldVoucher(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  {
    heard,
    before,
    facts,
  }: { heard: Heard; before: DisputeRow | undefined; facts: readonly LedgerTransaction[] },
): Promise<LedgerTransaction[]> {
  const { order, dispute } = heard
  const moved: LedgerTransaction[] = []
  let part: SoldVoucherPart | undefined
  for (const fact of facts) {
    if (fact.kind === 'dispute') {
      const cents = before?.amountCents ?? dispute.amountCents
      part = await takeFromSoldVoucher(trx, order, { cents, isVoid: false })
    } else {
      part = part
        ? { ...part, amountCents: -part.amountCents }
        : await returnToSoldVoucher(context, trx, { orderId: order.id, about: dispute.id, by: 'dispute' })
    }
    moved.push(part ? { ...fact, entries: withVoucherPart(fact.entries, part) } : fact)
  }
  return moved
}

/** Decided once, so that a dispute that is won returns exactly what it took. */
async function platformTaxesOf(trx: PipelinedTransaction, { order, dispute }: Heard): Promise<number> {
  if (!order.paidAt || order.taxesRemittedBy !== 'platform') return 0
  return disputedTaxes(order, dispute.amountCents, await sumPlatformTaxes(trx, order.id))
}
