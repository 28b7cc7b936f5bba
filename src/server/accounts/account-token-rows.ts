import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../db/tables.ts'

type Trx = Transaction<Database>

export interface AccountToken {
  tokenHash: Buffer
  accountId: string
  purpose: string
  /** The address that the link proves. */
  email: string
}

/** What a mailed link stands for, unless it has expired or was used. */
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

/** Whether the link was there to be used. Each is once. */
export async function takeAccountToken(trx: Trx, take: { tokenHash: Buffer; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account_tokens')
    .set({ used_at: take.now })
    .where('token_hash', '=', take.tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Links of these purposes that were mailed before, and have not been followed, lead nowhere any more. */
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
