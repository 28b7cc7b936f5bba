import type { Kysely, Transaction } from 'kysely'
import { fail } from '#contracts/errors.ts'
import type { Failure } from '#model/result.ts'
import type { Database } from '../db/tables.ts'
import type { SignedIn } from './authenticate.ts'
import { lockAccount } from './passkey-rows.ts'
import { isGuardedForPromoter } from './second-factor-rows.ts'
import { lockSession } from './session-rows.ts'

/**
 * A promoter who asks for a second factor must not be satisfied by one that somebody adds who knows no more than the password:
 * where there is a factor already, only a session that has proven one changes it.
 */
export async function refuseFactorChange(
  db: Kysely<Database>,
  account: SignedIn,
): Promise<Failure<'SECOND_FACTOR_FIRST'> | undefined> {
  const mayChange = account.hasSecondFactor || !(await isGuardedForPromoter(db, account.id))
  return mayChange ? undefined : fail('SECOND_FACTOR_FIRST')
}

/**
 * The same with account and session locked. UNAUTHENTICATED when the session has ended since the call came in: a password that
 * was changed meanwhile shuts out what was under way.
 */
export async function lockForFactorChange(
  trx: Transaction<Database>,
  change: { account: SignedIn; now: Date },
): Promise<Failure<'SECOND_FACTOR_FIRST' | 'UNAUTHENTICATED'> | undefined> {
  const { account, now } = change
  await lockAccount(trx, account.id)
  if (!(await lockSession(trx, { id: account.sessionId, now }))) return fail('UNAUTHENTICATED')
  return refuseFactorChange(trx, account)
}
