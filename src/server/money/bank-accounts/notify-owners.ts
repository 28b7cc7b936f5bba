import type { Trx } from '#server/platform/db/query.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { listFormerOwnerIds } from './bank-account-rows.ts'

/**
 * Former owners are notified of changes for this time, so that an attacker can't hide a change by removing the other owners
 * first.
 */
const FORMER_OWNER_MS = 30 * 24 * 60 * 60 * 1000

export async function notifyOwnersOfBankAccount(
  trx: Trx,
  to: { promoterId: string; ownerIds: readonly string[]; now: Date },
  { kind, bankAccountId }: { kind: 'bank_account_changed' | 'bank_account_restored'; bankAccountId: string },
): Promise<void> {
  const { promoterId, now } = to
  const since = new Date(now.getTime() - FORMER_OWNER_MS)
  const accountIds = await listFormerOwnerIds(trx, { promoterId, ownerIds: to.ownerIds, since })
  const mails = accountIds.map((accountId) => ({
    kind,
    fact: `${kind}:${bankAccountId}:${accountId}`,
    payload: { accountId, bankAccountId },
    origin: null,
    promoterId: null,
  }))
  await writeMails(trx, mails, now)
}
