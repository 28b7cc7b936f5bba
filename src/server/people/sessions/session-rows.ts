import { execute, queryRow, type Db, type Trx } from '#server/platform/db/query.ts'
import type { SignedIn } from '#server/use-case.ts'

/** Returns the session with its account; undefined when it has ended or belongs to another host. */
export async function findLiveSession(
  db: Db,
  { id: sessionId, host, now }: { id: string; host: string; now: Date },
): Promise<SignedIn | undefined> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.email', 'accounts.email_verified_at', 'sessions.has_second_factor'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.host', '=', host)
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

export async function insertSession(
  trx: Trx,
  session: {
    accountId: string
    host: string
    hasSecondFactor: boolean
    userAgent: string
    network: string
    now: Date
    expiresAt: Date
  },
): Promise<string> {
  const { id } = await trx
    .insertInto('sessions')
    .values({
      account_id: session.accountId,
      host: session.host,
      has_second_factor: session.hasSecondFactor,
      user_agent: session.userAgent,
      network: session.network,
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface SessionOfToken {
  sessionId: string
  accountId: string
  hasSecondFactor: boolean
  startedAt: Date
  expiresAt: Date
}

interface TokenOnHost {
  tokenHash: Buffer
  host: string
  now: Date
}

/**
 * Returns the session of a refresh token, used or unused. Undefined when the session has ended or belongs to another
 * host.
 */
export function lockSessionOfToken(trx: Trx, find: TokenOnHost): Promise<SessionOfToken | undefined> {
  return queryRow<SessionOfToken>(trx)`
    select s.id as "sessionId", s.account_id as "accountId", s.has_second_factor as "hasSecondFactor",
      s.created_at as "startedAt", s.expires_at as "expiresAt"
    from sessions s
    where s.id = (select session_id from refresh_tokens where token_hash = ${find.tokenHash})
      and s.host = ${find.host} and s.revoked_at is null and s.expires_at > ${find.now}
    for update`
}

/** Returns the account of a refresh token, used or unused, whose session on this host is active. */
export async function findAccountOfToken(db: Db, find: TokenOnHost): Promise<string | undefined> {
  const row = await queryRow<{ id: string }>(db)`
    select s.account_id as id from refresh_tokens t join sessions s on s.id = t.session_id
    where t.token_hash = ${find.tokenHash} and s.host = ${find.host} and s.revoked_at is null and s.expires_at > ${find.now}`
  return row?.id
}

export async function extendSession(
  trx: Trx,
  session: { id: string; network: string; now: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ last_used_at: session.now, expires_at: session.expiresAt, network: session.network })
    .where('id', '=', session.id)
    .execute()
}

export async function lockSession(trx: Trx, lock: { id: string; now: Date }): Promise<Date | undefined> {
  const [row] = await trx
    .selectFrom('sessions')
    .select('expires_at as expiresAt')
    .where('id', '=', lock.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', lock.now)
    .forUpdate()
    .execute()
  return row?.expiresAt
}

export async function revokeSession(
  db: Db,
  revoke: { id: string; accountId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: revoke.now })
    .where('id', '=', revoke.id)
    .where('account_id', '=', revoke.accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', revoke.now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function revokeSessions(
  db: Db,
  revoke: { accountId: string; except?: string; now: Date },
): Promise<void> {
  await execute(db)`
    update sessions set revoked_at = ${revoke.now} where id in (
      select id from sessions
      where account_id = ${revoke.accountId} and revoked_at is null and id is distinct from ${revoke.except ?? null}::uuid
      order by id for update
    )`
}

export async function revokeSessionOfToken(db: Db, revoke: TokenOnHost): Promise<void> {
  await execute(db)`
    update sessions set revoked_at = ${revoke.now}
    where id = (select session_id from refresh_tokens where token_hash = ${revoke.tokenHash}) and host = ${revoke.host}
      and revoked_at is null`
}

export interface SessionRow {
  id: string
  host: string
  userAgent: string
  /** Network address without its last digits; '' for sessions started by earlier versions. */
  network: string
  hasSecondFactor: boolean
  createdAt: Date
  lastUsedAt: Date
}

export const listLiveSessions = (db: Db, list: { accountId: string; now: Date }): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .select([
      'id',
      'host',
      'user_agent as userAgent',
      'network',
      'has_second_factor as hasSecondFactor',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('account_id', '=', list.accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', list.now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
