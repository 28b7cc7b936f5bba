import type { Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { SignedIn } from './authenticate.ts'

/** The session with its account, unless it has ended. */
export async function findLiveSession(
  db: Kysely<Database>,
  sessionId: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.email', 'accounts.email_verified_at', 'sessions.has_second_factor'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()
  return (
    found && {
      id: found.id,
      sessionId,
      email: found.email,
      isEmailVerified: found.email_verified_at !== null,
      hasSecondFactor: found.has_second_factor,
    }
  )
}
