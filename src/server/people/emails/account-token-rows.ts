import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface AccountToken {
  tokenHash: Buffer
  accountId: string
  purpose: string
  email: string
}

export const findAccountToken = (
  db: Db,
  find: { tokenHash: Buffer; purposes: readonly string[]; now: Date },
): Promise<AccountToken | undefined> =>
  db
    .selectFrom('account_tokens')
    .select(['token_hash as tokenHash', 'account_id as accountId', 'purpose', 'email'])
    .where('token_hash', '=', find.tokenHash)
    .where('purpose', 'in', find.purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', find.now)
    .executeTakeFirst()

export async function consumeAccountToken(
  trx: Trx,
  token: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account_tokens')
    .set({ used_at: token.now })
    .where('token_hash', '=', token.tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteAccountTokens(
  trx: Trx,
  filter: { accountId: string; purposes: readonly string[] },
): Promise<void> {
  await trx
    .deleteFrom('account_tokens')
    .where('account_id', '=', filter.accountId)
    .where('purpose', 'in', filter.purposes)
    .where('used_at', 'is', null)
    .execute()
}

/**
 * Deletes the unused links that undo this change or a later one. A later link restores an address that was set after
 * this change, possibly by an attacker. Links that undo earlier changes stay valid.
 */
export async function deleteUndoTokensSince(
  trx: Trx,
  since: { accountId: string; tokenHash: Buffer },
): Promise<void> {
  await execute(trx)`
    delete from account_tokens later using account_tokens own
    where own.token_hash = ${since.tokenHash} and later.account_id = ${since.accountId} and later.purpose = 'undo_email'
      and later.used_at is null and later.created_at >= own.created_at`
}

export interface UndoToken extends AccountToken {
  createdAt: Date
  expiresAt: Date
}

/**
 * Returns the valid links that undo email changes, oldest first. If several restore the same address, returns only
 * the oldest.
 */
export function listUndoTokens(db: Db, list: { accountId: string; now: Date }): Promise<UndoToken[]> {
  return queryRows<UndoToken>(db)`
    select token_hash as "tokenHash", account_id as "accountId", purpose, email, created_at as "createdAt", expires_at as "expiresAt"
    from (
      select distinct on (email) * from account_tokens
      where account_id = ${list.accountId} and purpose = 'undo_email' and used_at is null and expires_at > ${list.now}
      order by email, created_at
    ) t order by created_at`
}
