import { randomUUID } from 'node:crypto'
import type { AccountAction } from '#model/people/account-actions.ts'
import { deleteAccountTokens } from '#server/people/emails/account-token-rows.ts'
import type { Trx } from '#server/platform/db/query.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { cancelFactorRemovalRows } from './factor-removal-rows.ts'

export interface AccountActionMailInput extends Pick<MailFact, 'origin' | 'promoterId'> {
  accountId: string
  now: Date
}

export async function queueAccountActionMail(
  trx: Trx,
  action: AccountAction,
  { accountId, now, origin, promoterId }: AccountActionMailInput,
): Promise<void> {
  const fact = `account_care:${randomUUID()}`
  const payload = { accountId, action }
  await writeMails(trx, [{ kind: 'account_care', fact, payload, origin, promoterId }], now)
}

/**
 * Cancels all requested removals of the account's second factors, and emails the owner. Returns false when there were
 * none.
 */
export async function cancelFactorRemovalsAndNotify(
  trx: Trx,
  input: AccountActionMailInput,
): Promise<boolean> {
  const { accountId } = input
  if ((await cancelFactorRemovalRows(trx, input)) === 0) return false
  await deleteAccountTokens(trx, { accountId, purposes: ['keep_factors'] })
  await queueAccountActionMail(trx, 'factor_kept', input)
  return true
}
