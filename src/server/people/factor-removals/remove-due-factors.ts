import { FACTOR_REMOVAL_DELAY_MS, type RemovableFactor } from '#model/people/account-actions.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { lockAccount } from '#server/people/accounts/account-rows.ts'
import { deleteAccountTokens } from '#server/people/emails/account-token-rows.ts'
import { isOperator } from '#server/people/operators/operator-rows.ts'
import { deletePasskeysOf } from '#server/people/passkeys/passkey-rows.ts'
import { deleteAuthenticator } from '#server/people/second-factors/authenticator-rows.ts'
import { deleteRecoveryCodes } from '#server/people/second-factors/recovery-rows.ts'
import { revokeSessions } from '#server/people/sessions/session-rows.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import { endFactorRemoval, listDueFactorRemovals } from './factor-removal-rows.ts'
import { queueAccountActionMail } from './cancel-factor-removals.ts'

/**
 * A job that removes the second factors whose owners were notified 72 hours ago and didn't object. The account's row
 * is locked, so that either the removal or a sign-in with the factor comes first.
 */
export async function removeDueFactors(context: Pick<Context, 'clock' | 'db' | 'log'>): Promise<void> {
  const time = context.clock.now()
  const now = new Date(time)
  for (const due of await listDueFactorRemovals(context.db, new Date(time - FACTOR_REMOVAL_DELAY_MS)))
    await removeDue(context, { ...due, now }).catch((error: unknown) =>
      context.log.error({ err: error, removalId: due.id }, 'A second factor could not be removed'),
    )
}

async function removeDue(
  context: Pick<Context, 'db'>,
  { id, accountId, now }: { id: string; accountId: string; now: Date },
): Promise<void> {
  await transact(context.db, async (trx) => {
    await lockAccount(trx, accountId)
    const mail = { accountId, now, origin: null, promoterId: null }
    if (await isOperator(trx, accountId)) {
      // The account has become an operator's in the meantime, and operators' factors can't be removed this way.
      if (await endFactorRemoval(trx, { id, outcome: 'kept', now }))
        await queueAccountActionMail(trx, 'factor_kept', mail)
      return succeed(null)
    }
    const factor = await endFactorRemoval(trx, { id, outcome: 'removed', now })
    if (factor === undefined) return succeed(null)
    await dropFactor(trx, accountId, factor)
    await revokeSessions(trx, { accountId, now })
    await deleteAccountTokens(trx, { accountId, purposes: ['keep_factors'] })
    await queueAccountActionMail(trx, 'factor_removed', mail)
    return succeed(null)
  })
}

async function dropFactor(trx: Trx, accountId: string, factor: RemovableFactor): Promise<void> {
  if (factor === 'passkeys') return deletePasskeysOf(trx, accountId)
  await deleteAuthenticator(trx, accountId)
  await deleteRecoveryCodes(trx, accountId)
}
