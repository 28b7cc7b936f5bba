import { hash, randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/query.ts'

export interface Recipient {
  id: string
  email: string
  firstName: string
  isVerified: boolean
}

const recipients = (db: Db) =>
  db
    .selectFrom('accounts')
    .select((eb) => [
      'id',
      'email',
      'first_name as firstName',
      eb('email_verified_at', 'is not', null).$castTo<boolean>().as('isVerified'),
    ])

export const findRecipient = (db: Db, accountId: string): Promise<Recipient | undefined> =>
  recipients(db).where('id', '=', accountId).executeTakeFirst()

export const findVerifiedRecipient = (db: Db, email: string): Promise<Recipient | undefined> =>
  recipients(db).where('email', '=', email).where('email_verified_at', 'is not', null).executeTakeFirst()

export const findNewestUnverifiedRecipient = (db: Db, email: string): Promise<Recipient | undefined> =>
  recipients(db)
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()

export const findSessionOfSignIn = (
  db: Db,
  sessionId: string,
): Promise<{ userAgent: string; createdAt: Date } | undefined> =>
  db
    .selectFrom('sessions')
    .select(['user_agent as userAgent', 'created_at as createdAt'])
    .where('id', '=', sessionId)
    .executeTakeFirst()

/** Creates a link token of 32 random bytes in base64url; only its hash is stored. */
export async function createLinkToken(
  db: Db,
  link: {
    accountId: string
    purpose: 'verify_email' | 'reset_password' | 'change_email' | 'undo_email' | 'keep_factors'
    email: string
    now: Date
    seconds: number
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('account_tokens')
    .values({
      token_hash: hash('sha256', token, 'buffer'),
      account_id: link.accountId,
      purpose: link.purpose,
      email: link.email,
      created_at: link.now,
      expires_at: new Date(link.now.getTime() + link.seconds * 1000),
    })
    .execute()
  return token
}
