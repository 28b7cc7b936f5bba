import { sql } from 'kysely'
import type { Db } from '#server/platform/db/query.ts'

/** A challenge for one host. With an `accountId`, for adding a passkey to that account; with null, for signing in. */
export interface PasskeyChallenge {
  challenge: string
  accountId: string | null
  host: string
}

export async function insertPasskeyChallenge(
  db: Db,
  { challenge, accountId, host, expiresAt }: PasskeyChallenge & { expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({ challenge, account_id: accountId, host, expires_at: expiresAt })
    .execute()
}

export async function consumePasskeyChallenge(
  db: Db,
  { challenge, accountId, host, now }: PasskeyChallenge & { now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('host', '=', host)
    .where(sql<boolean>`account_id is not distinct from ${accountId}::uuid`)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
