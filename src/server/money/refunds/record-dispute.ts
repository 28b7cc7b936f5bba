import { disputeEntries, withVoucherPart } from '#model/money/ledger.ts'
import { disputedTaxes } from '#model/money/refunds.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { clawBack } from '#server/money/earnings/claw-back.ts'
import { writeLedger, type LedgerTransaction } from '#server/platform/ledger/ledger-rows.ts'
import {
  creditSoldVoucher,
  debitSoldVoucher,
  updateSoldVoucher,
} from '#server/sales/voucher-sales/sold-voucher-part.ts'
import { lockSoldVoucher } from '#server/sales/voucher-sales/voucher-sale-rows.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import { findDispute, putDispute, sumPlatformTaxes, type DisputeRow } from './dispute-rows.ts'
import { schedulePaymentCheck } from '#server/money/payments/payment-check-rows.ts'
import type { ProviderDispute } from '#server/money/providers/provider.ts'
import { ledgerOwnerOf } from './refund-update.ts'

interface Heard {
  order: OrderRow
  dispute: ProviderDispute
  provider: string
  now: Date
}

/**
 * Records a dispute. Its amount is deducted while it is open and after it is lost, and returned when it is won, however
 * often that changes. An outdated response never reopens a closed dispute. The caller must hold the order's lock.
 */
export async function recordDispute(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  report: Heard,
): Promise<void> {
  const { order, dispute, provider, now } = report
  const before = await findDispute(trx, { provider, id: dispute.id })
  if (before && (dispute.status === before.status || dispute.status === 'open')) return
  const turns = (before?.turns ?? 0) + 1
  const platformTaxesCents = before?.platformTaxesCents ?? (await platformTaxesOf(trx, report))
  trx.send(
    putDispute(trx, { ...dispute, ...ledgerOwnerOf(order), provider, turns, platformTaxesCents, now }),
    // If two updates conflict, the older one may be recorded last, so the payment is checked again.
    schedulePaymentCheck(trx, { orderId: order.id, now }),
  )
  if (order.paidAt) await bookDispute(context, trx, { heard: report, before, turns, platformTaxesCents })
}

/** Writes the ledger transactions of a change, and updates the voucher that the order bought. */
async function bookDispute(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  {
    heard,
    before,
    ...counted
  }: { heard: Heard; before: DisputeRow | undefined; turns: number; platformTaxesCents: number },
): Promise<void> {
  const { order, dispute, now } = heard
  const cents = before?.amountCents ?? dispute.amountCents
  const facts = await withSoldVoucher(context, trx, { order, cents, facts: factsOf(heard, before, counted) })
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
  // The first transactions are named after the dispute, later ones also after the number of the update.
  const name = turns === 1 ? dispute.id : `${dispute.id}:${turns}`
  const owner = ledgerOwnerOf(order)
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

/**
 * Splits the amount of a dispute about a voucher's purchase: it is deducted from the voucher's balance first. If the
 * dispute is won, the deducted part is credited to the voucher.
 */
async function withSoldVoucher(
  context: Pick<Context, 'clock' | 'config'>,
  trx: PipelinedTransaction,
  { order, cents, facts }: { order: OrderRow; cents: number; facts: readonly LedgerTransaction[] },
): Promise<LedgerTransaction[]> {
  const voucher = await lockSoldVoucher(trx, order.id)
  if (!voucher) return [...facts]
  const [first, second] = facts
  const change = first?.kind === 'dispute' ? debitSoldVoucher : creditSoldVoucher
  const part = first && (await change(trx, order, cents))
  // If a dispute is already won when it is first reported, the two transactions cancel each other out.
  const amountCents = second || !part ? 0 : part.amountCents
  await updateSoldVoucher(context, trx, { voucher, amountCents })
  return facts.map((fact) => {
    const sign = fact === first ? 1 : -1
    return part
      ? { ...fact, entries: withVoucherPart(fact.entries, { ...part, amountCents: sign * part.amountCents }) }
      : fact
  })
}

/**
 * Returns the part of the disputed amount that is deducted from the platform's taxes. Computed once per dispute, so
 * that winning the dispute returns exactly this amount.
 */
async function platformTaxesOf(trx: PipelinedTransaction, { order, dispute }: Heard): Promise<number> {
  if (!order.paidAt || order.taxesRemittedBy !== 'platform') return 0
  return disputedTaxes(order, dispute.amountCents, await sumPlatformTaxes(trx, order.id))
}
