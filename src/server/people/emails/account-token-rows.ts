import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

type Trx = Transaction<Database>

export interface AccountToken {
  tokenHash: Buffer
  accountId: string
  purpose: string
  email: string
}

/** Finds the token of an emailed link; undefined when expired or used. */
export const findAccountToken = (
  db: Kysely<Database>,
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

export async function takeAccountToken(trx: Trx, take: { tokenHash: Buffer; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account_tokens')
    .set({ used_at: take.now })
    .where('token_hash', '=', take.tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function dropAccountTokens(
  trx: Trx,
  drop: { accountId: string; purposes: readonly string[] },
): Promise<void> {
  await trx
    .deleteFrom('account_tokens')
    .where('account_id', '=', drop.accountId)
    .where('purpose', 'in', drop.purposes)
    .where('used_at', 'is', null)
    .execute()
}

/** A link that undoes a later change leads to an address of that change's author. Links for earlier changes stay valid. */
export async function dropUndoTokensSince(
  trx: Trx,
  since: { accountId: string; tokenHash: Buffer },
): Promise<void> {
  await sql`
    delete from account_tokens later using account_tokens own
    where own.token_hash = ${since.tokenHash} and later.account_id = ${since.accountId} and later.purpose = 'undo_email'
      and later.used_at is null and later.created_at >= own.created_at`.execute(trx)
}
