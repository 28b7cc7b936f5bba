import { payoutEntries } from '#model/money/ledger.ts'
import { isPayoutTransition } from '#model/money/payouts.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { ProviderPayout } from '#server/money/providers/provider.ts'
import { changePayoutStatus, type PayoutRow } from './payout-rows.ts'

/**
 * Records the provider's state of a payout. Outdated and repeated updates have no effect. The caller must hold the payout's
 * lock.
 */
export async function recordPayoutUpdate(
  trx: PipelinedTransaction,
  update: { payout: PayoutRow; reported: ProviderPayout; now: Date },
): Promise<void> {
  const { payout, reported, now } = update
  let { status } = payout
  if (status === 'approved') {
    await changePayoutStatus(trx, { id: payout.id, to: 'sent', providerPayoutId: reported.id, now })
    await writeMails(trx, [factOf(payout, 'payout_sent')], now)
    status = 'sent'
  }
  if (reported.status === 'paid' && isPayoutTransition(status, 'paid'))
    await changePayoutStatus(trx, { id: payout.id, to: 'paid', now })
  if (reported.status === 'failed' && isPayoutTransition(status, 'failed'))
    await failPayout(trx, {
      payout,
      reason: reported.reason ?? 'The payment provider reports that the payout failed.',
      now,
    })
}

export const failPayout = (trx: PipelinedTransaction, failure: Ended): Promise<void> =>
  endPayout(trx, 'failed', failure)

export const refusePayout = (
  trx: PipelinedTransaction,
  refusal: Ended & { decidedBy: string },
): Promise<void> => endPayout(trx, 'refused', refusal)

interface Ended {
  payout: PayoutRow
  reason: string
  now: Date
}

async function endPayout(
  trx: PipelinedTransaction,
  to: 'failed' | 'refused',
  { payout, ...why }: Ended & { decidedBy?: string },
): Promise<void> {
  const { id, promoterId, memberId, currency, amountCents } = payout
  if (!(await changePayoutStatus(trx, { id, to, ...why }))) return
  const entries = payoutEntries(memberId, -amountCents)
  const owner = { promoterId, orderId: null, currency }
  trx.send(
    writeLedger(trx, [{ fact: `payout_failed:${id}`, kind: 'payout_failed', ...owner, entries }], why.now),
    writeMails(trx, [factOf(payout, 'payout_failed')], why.now),
  )
}

const factOf = (
  { id: payoutId, memberId: accountId, promoterId }: PayoutRow,
  kind: 'payout_sent' | 'payout_failed',
): MailFact => ({
  kind,
  fact: `${kind}:${payoutId}`,
  payload: { accountId, payoutId },
  origin: null,
  promoterId,
})
