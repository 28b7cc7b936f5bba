import type { Context } from '#server/context.ts'
import { insertOperator } from '#server/people/operators/operator-rows.ts'
import { insertAccount, insertSession } from './accounts.ts'

/** Inserts an operator, so that promoters can join. Returns the account's id. */
export async function insertOperatorAccount(
  context: Context,
  email = 'operator@example.com',
): Promise<string> {
  const accountId = await insertAccount(context, email)
  await insertOperator(context.db, { accountId, now: new Date(context.clock.now()) })
  return accountId
}

/** Returns an access token of a new session that used a second factor. */
export async function openStrongSession(
  context: Context,
  accountId: string,
  host = 'localhost',
): Promise<string> {
  const bearer = await insertSession(context, accountId, host)
  await context.db
    .updateTable('sessions')
    .set({ has_second_factor: true })
    .where('account_id', '=', accountId)
    .where('host', '=', host)
    .execute()
  return bearer
}
