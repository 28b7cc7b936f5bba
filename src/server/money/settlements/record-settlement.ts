import { isSettlementTransition, settlementFailedEntries } from '#model/money/settlements.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { listOwnerIds } from '#server/people/accounts/membership-rows.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { ProviderPayout } from '#server/money/providers/provider.ts'
import { changeSettlementStatus, type SettlementRow } from './settlement-rows.ts'

/**
 * Records the provider's state of a settlement. Outdated and repeated updates have no effect. The caller must hold the
 * settlement's lock.
 */
export async function recordProviderPayout(
  trx: PipelinedTransaction,
  update: { settlement: SettlementRow; reported: ProviderPayout; now: Date },
): Promise<void> {
  const { settlement, reported, now } = update
  let { status } = settlement
  if (
    isSettlementTransition(status, 'sent') &&
    (await markSettlementSent(trx, { settlement, providerPayoutId: reported.id, now }))
  )
    status = 'sent'
  if (reported.status === 'paid' && isSettlementTransition(status, 'paid'))
    await recordSettlementPaid(trx, { settlement, now })
  if (reported.status === 'failed' && isSettlementTransition(status, 'failed'))
    await returnSettlementToBalance(trx, {
      settlement,
      to: 'failed',
      reason: reported.reason ?? 'The payment provider reports that the payout failed.',
      now,
    })
}

/**
 * Records that the settlement was sent, by the provider or in a bank file, and emails the owners. Returns false if its
 * status doesn't allow that.
 */
export async function markSettlementSent(
  trx: PipelinedTransaction,
  sent: {
    settlement: SettlementRow
    now: Date
    providerPayoutId?: string
    bankFileId?: string
    bankAccountId?: string
  },
): Promise<boolean> {
  const { settlement, ...move } = sent
  if (!(await changeSettlementStatus(trx, { id: settlement.id, to: 'sent', reason: '', ...move })))
    return false
  await notifyOwners(trx, { settlement, kind: 'settlement_sent', now: sent.now })
  return true
}

/** Records that a sent settlement was paid, and emails the owners. Returns false if its status doesn't allow that. */
export async function recordSettlementPaid(
  trx: PipelinedTransaction,
  { settlement, now }: { settlement: SettlementRow; now: Date },
): Promise<boolean> {
  if (!(await changeSettlementStatus(trx, { id: settlement.id, to: 'paid', now }))) return false
  await notifyOwners(trx, { settlement, kind: 'settlement_paid', now })
  return true
}

/**
 * Ends a settlement that wasn't paid. Its amount becomes available again and is on the next statement. Returns false if its
 * status doesn't allow that.
 */
export async function returnSettlementToBalance(
  trx: PipelinedTransaction,
  {
    settlement,
    to,
    reason,
    now,
  }: {
    settlement: SettlementRow
    to: 'failed' | 'cancelled'
    reason: string
    now: Date
  },
): Promise<boolean> {
  const { id, promoterId, currency } = settlement
  if (!(await changeSettlementStatus(trx, { id, to, reason, now }))) return false
  const entries = settlementFailedEntries(settlement)
  const fact = { fact: `settlement_failed:${id}`, kind: 'settlement_failed', orderId: null, entries } as const
  trx.send(writeLedger(trx, [{ ...fact, promoterId, currency }], now))
  await notifyOwners(trx, { settlement, kind: 'settlement_failed', now })
  return true
}

async function notifyOwners(
  trx: PipelinedTransaction,
  {
    settlement,
    kind,
    now,
  }: {
    settlement: SettlementRow
    kind: 'settlement_sent' | 'settlement_paid' | 'settlement_failed'
    now: Date
  },
): Promise<void> {
  const { id: settlementId, promoterId } = settlement
  const owners = await listOwnerIds(trx, promoterId)
  const facts = owners.map((accountId): MailFact => ({
    kind,
    fact: `${kind}:${settlementId}:${accountId}`,
    payload: { accountId, settlementId },
    origin: null,
    // Null selects the main site's branding, because the platform pays.
    promoterId: null,
  }))
  await writeMails(trx, facts, now)
}
