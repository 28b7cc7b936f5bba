import type { SecurityState } from '#contracts/account/second-factors.ts'
import { factorRemovalTime } from '#model/people/account-actions.ts'
import { listFactorRemovals, type RemovalRow } from '#server/people/factor-removals/factor-removal-rows.ts'
import { hasRow, type Db } from '#server/platform/db/query.ts'
import { deleteAuthenticator, findAuthenticatorSecret } from './authenticator-rows.ts'
import { deletePasskeysOf, listPasskeys } from '#server/people/passkeys/passkey-rows.ts'
import { countRecoveryCodes, deleteRecoveryCodes } from './recovery-rows.ts'

/**
 * Returns the account's second factors. Includes passkeys of all hosts, so that the owner notices one that was added
 * elsewhere.
 */
export async function readSecurityState(db: Db, accountId: string): Promise<SecurityState> {
  const [passkeys, secret, recoveryCodesLeft, removals] = await Promise.all([
    listPasskeys(db, { accountId }),
    findAuthenticatorSecret(db, accountId),
    countRecoveryCodes(db, accountId),
    listFactorRemovals(db, accountId),
  ])
  return {
    passkeys,
    authenticator: { isOn: secret !== undefined, recoveryCodesLeft },
    removals: removals.map(removalView),
  }
}

const removalView = ({ factor, requestedAt, emailedAt }: RemovalRow): SecurityState['removals'][number] => {
  const dueAt = factorRemovalTime(emailedAt?.getTime())
  return {
    factor,
    requestedAt: requestedAt.toISOString(),
    dueAt: dueAt === undefined ? null : new Date(dueAt).toISOString(),
  }
}

export async function deleteSecondFactors(trx: Db, accountId: string): Promise<void> {
  await deletePasskeysOf(trx, accountId)
  await deleteAuthenticator(trx, accountId)
  await deleteRecoveryCodes(trx, accountId)
}

/**
 * True if the account has a second factor and a role that requires one: operator, or member of a promoter that
 * requires it.
 */
export function isFactorRequired(db: Db, accountId: string): Promise<boolean> {
  return hasRow(db)`
    select from accounts a
    where a.id = ${accountId}
      and (exists (select from operators o where o.account_id = a.id)
        or exists (select from members m join promoters p on p.id = m.promoter_id
          where m.account_id = a.id and p.requires_second_factor))
      and (exists (select from passkeys k where k.account_id = a.id)
        or exists (select from authenticators t where t.account_id = a.id and t.secret is not null))`
}

export async function setSecondFactorUsed(trx: Db, sessionId: string): Promise<void> {
  await trx.updateTable('sessions').set({ has_second_factor: true }).where('id', '=', sessionId).execute()
}

export async function endSessionsWithoutSecondFactor(
  trx: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('has_second_factor', '=', false)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Clears the second factor of all sessions of an account that has lost its last second factor. */
export async function clearSecondFactorUsed(trx: Db, accountId: string): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ has_second_factor: false })
    .where('account_id', '=', accountId)
    .where('has_second_factor', '=', true)
    .where(
      'account_id',
      'not in',
      trx.selectFrom('passkeys').select('account_id').where('account_id', '=', accountId),
    )
    .where(
      'account_id',
      'not in',
      trx
        .selectFrom('authenticators')
        .select('account_id')
        .where('account_id', '=', accountId)
        .where('secret', 'is not', null),
    )
    .execute()
}
