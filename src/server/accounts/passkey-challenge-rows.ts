import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/tables.ts'

/** What a browser is asked to sign on one host: to add a passkey to an account, or, without one, to sign in. */
export interface PasskeyChallenge {
  challenge: string
  accountId: string | null
  host: string
}

export async function writeChallenge(
  db: Kysely<Database>,
  { challenge, accountId, host, expiresAt }: PasskeyChallenge & { expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({ challenge, account_id: accountId, host, expires_at: expiresAt })
    .execute()
}

/** Takes the challenge away, whatever comes of it. False when it was not asked here, was answered before, or has expired. */
export async function takeChallenge(
  db: Kysely<Database>,
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
