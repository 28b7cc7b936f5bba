import type { Db } from '#server/platform/db/query.ts'

/**
 * Ends the sessions of all accounts with this address, verified or not. Without an address, ends the sessions of all
 * accounts. Returns the number of active sessions that were ended.
 */
export async function revokeSessionsOf(
  db: Db,
  revoke: { email: string | undefined; now: Date },
): Promise<number> {
  const { email, now } = revoke
  const revoked = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(email !== undefined, (query) =>
      query.where('account_id', 'in', (accounts) =>
        accounts
          .selectFrom('accounts')
          .select('id')
          .where('email', '=', email ?? ''),
      ),
    )
    .executeTakeFirst()
  return Number(revoked.numUpdatedRows)
}
