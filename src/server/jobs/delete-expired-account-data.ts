import { SESSION_LIMITS } from '#model/people/accounts.ts'
import { deleteUnverifiedAccounts } from '#server/people/accounts/account-rows.ts'
import { deleteExpiredAccountRows } from '#server/people/accounts/expired-rows.ts'
import type { Context } from '#server/context.ts'

const BATCH = 500
/** Time after registration in which the address must be verified. */
const UNVERIFIED_MS = 7 * 86_400_000

export async function deleteExpiredAccountData(context: Context): Promise<void> {
  const time = context.clock.now()
  await deleteExpiredAccountRows(context.db, {
    now: new Date(time),
    // No cookie is valid longer, so the token of a deleted row can't be used again.
    tokensBefore: new Date(time - SESSION_LIMITS.customer.idleSeconds * 1000),
    limit: BATCH,
  })
  await deleteUnverifiedAccounts(context.db, { before: new Date(time - UNVERIFIED_MS), limit: BATCH })
}
