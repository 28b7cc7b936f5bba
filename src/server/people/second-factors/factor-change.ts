import { fail } from '#contracts/platform/errors.ts'
import type { Failure } from '#model/platform/result.ts'
import type { Db, Trx } from '#server/platform/db/query.ts'
import type { SignedIn } from '#server/use-case.ts'
import { lockPasskeyAccount } from '#server/people/passkeys/passkey-rows.ts'
import { isFactorRequired } from './second-factor-rows.ts'
import { lockSession } from '#server/people/sessions/session-rows.ts'

/**
 * Returns a failure when the account has a second factor and the session doesn't. Otherwise, the password alone would
 * be enough to add a factor.
 */
export async function factorChangeRefusal(
  db: Db,
  account: SignedIn,
): Promise<Failure<'SECOND_FACTOR_FIRST'> | undefined> {
  const mayChange = account.hasSecondFactor || !(await isFactorRequired(db, account.id))
  return mayChange ? undefined : fail('SECOND_FACTOR_FIRST')
}

/**
 * Locks the account and the session. UNAUTHENTICATED when the session has ended in the meantime, for example by a
 * password change.
 */
export async function lockForFactorChange(
  trx: Trx,
  change: { account: SignedIn; now: Date },
): Promise<Failure<'SECOND_FACTOR_FIRST' | 'UNAUTHENTICATED'> | undefined> {
  const { account, now } = change
  await lockPasskeyAccount(trx, account.id)
  if (!(await lockSession(trx, { id: account.sessionId, now }))) return fail('UNAUTHENTICATED')
  return factorChangeRefusal(trx, account)
}
