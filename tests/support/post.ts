import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { createMailDispatcher, type MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { createSmtpMailer } from '#server/messages/delivery/smtp-mailer.ts'

/** Timeout that a responding server never reaches. */
const PATIENCE_MS = 10_000

/** Post office that sends to this address, with a timeout for servers that stop responding. */
export const openTestPost = (
  context: Context,
  url: string,
  { silenceMs = PATIENCE_MS, allowsClearText = false } = {},
): MailDispatcher =>
  createMailDispatcher(context, {
    mailer: createSmtpMailer({
      url,
      allowsClearText,
      clock: context.clock,
      patience: { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: silenceMs },
    }),
    port: 4321,
  })

/** Makes waiting attempts due. */
export async function endTheWait(db: Kysely<Database>): Promise<void> {
  await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(db)
}

/** Uses up all attempts but one. */
export async function leaveOneAttempt(db: Kysely<Database>): Promise<void> {
  await sql`
    update pgboss.job set retry_count = retry_limit - 1, start_after = now() - interval '1 second'
    where state = 'retry'`.execute(db)
}

export interface AccountOptions {
  email: string
  firstName?: string
  isVerified?: boolean
  createdAt?: Date
}

export async function insertAccount(db: Kysely<Database>, options: AccountOptions): Promise<string> {
  const id = randomUUID()
  const {
    email,
    firstName = 'Ada',
    isVerified = false,
    createdAt = new Date('2026-11-01T00:00:00Z'),
  } = options
  await db
    .insertInto('accounts')
    .values({
      id,
      email,
      email_verified_at: isVerified ? createdAt : null,
      password_hash: 'none that fits',
      first_name: firstName,
      last_name: 'Lovelace',
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute()
  return id
}

export async function readOutbox(
  db: Kysely<Database>,
): Promise<Record<string, { done: boolean; dead: boolean; to: string | null; lastError: string | null }>> {
  const rows = await db.selectFrom('mails').selectAll().execute()
  return Object.fromEntries(
    rows.map((row) => [
      row.fact,
      {
        done: row.done_at !== null,
        dead: row.dead_at !== null,
        to: row.to_address,
        lastError: row.last_error,
      },
    ]),
  )
}
