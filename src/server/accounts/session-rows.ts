import type { Kysely } from 'kysely'
import { SESSION_SECONDS } from '#model/accounts.ts'
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

/** A session with its first refresh token. */
export async function insertSession(
  db: Kysely<Database>,
  opened: { accountId: string; hasSecondFactor: boolean; userAgent: string; tokenHash: Buffer; now: Date },
): Promise<string> {
  const { accountId, hasSecondFactor, userAgent, tokenHash, now } = opened
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('sessions')
      .values({
        account_id: accountId,
        has_second_factor: hasSecondFactor,
        user_agent: userAgent,
        created_at: now,
        last_used_at: now,
        expires_at: new Date(now.getTime() + SESSION_SECONDS * 1000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('refresh_tokens')
      .values({ token_hash: tokenHash, session_id: id, created_at: now })
      .execute()
    return id
  })
}
