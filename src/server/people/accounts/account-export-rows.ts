import { sql } from 'kysely'
import { execute, queryRow, type Db } from '#server/platform/db/query.ts'

/** Exported data of an account. Excludes secrets (hashes, keys, codes) and orders. */
export interface AccountExport {
  account: Record<string, unknown>
  sessions: Record<string, unknown>[]
  passkeys: Record<string, unknown>[]
  authenticator: Record<string, unknown> | null
  memberships: Record<string, unknown>[]
  mails: Record<string, unknown>[]
}

export function exportAccountRows(
  db: Db,
  find: { accountId: string; email: string | null },
): Promise<AccountExport | undefined> {
  const { accountId, email } = find
  return queryRow<AccountExport>(db)`
    select
      json_build_object('id', a.id, 'email', a.email, 'emailVerifiedAt', a.email_verified_at, 'firstName', a.first_name,
        'lastName', a.last_name, 'phone', a.phone, 'avatarUrl', a.avatar_url, 'createdAt', a.created_at,
        'updatedAt', a.updated_at) as account,
      (select coalesce(json_agg(json_build_object('id', s.id, 'userAgent', s.user_agent, 'network', s.network, 'hasSecondFactor', s.has_second_factor,
          'createdAt', s.created_at, 'lastUsedAt', s.last_used_at, 'expiresAt', s.expires_at, 'endedAt', s.revoked_at)
          order by s.created_at), '[]')
        from sessions s where s.account_id = a.id) as sessions,
      (select coalesce(json_agg(json_build_object('name', p.name, 'createdAt', p.created_at, 'lastUsedAt', p.last_used_at)
          order by p.created_at), '[]')
        from passkeys p where p.account_id = a.id) as passkeys,
      (select json_build_object('createdAt', t.created_at, 'confirmedAt', t.confirmed_at)
        from authenticators t where t.account_id = a.id) as authenticator,
      (select coalesce(json_agg(json_build_object('promoter', p.name, 'role', m.role, 'createdAt', m.created_at)
          order by m.created_at), '[]')
        from members m join promoters p on p.id = m.promoter_id where m.account_id = a.id) as memberships,
      (select coalesce(json_agg(json_build_object('kind', l.kind, 'to', l.to_address, 'subject', l.subject,
          'createdAt', l.created_at) order by l.created_at), '[]')
        from mails l where l.payload ->> 'accountId' = a.id::text or l.to_address = ${email}) as mails
    from accounts a where a.id = ${accountId}`
}

/**
 * Deletes emails to or about the account. An email that is being sent is locked until the mail server has responded;
 * `waits` says whether to wait for it or to skip it.
 */
export async function deleteMailsOfAccount(
  db: Db,
  filter: { accountId: string; email: string | null; waits: boolean },
): Promise<void> {
  const { accountId, email, waits } = filter
  await execute(db)`
    delete from mails where id in (
      select id from mails
      where payload ->> 'accountId' = ${accountId}
        or (payload ->> 'email' = ${email} and kind in ('resend_verification', 'reset_password', 'promoter_message'))
      order by id for update ${waits ? sql`` : sql`skip locked`}
    )`
  if (email === null) return
  // Other emails to the address, such as an invitation, are kept without the address, the mail server's response and
  // the mailbox copy.
  await execute(db)`
    with addressed as (
      select id from mails where to_address = ${email} order by id for update ${waits ? sql`` : sql`skip locked`}
    ), forgotten as (
      update mails set to_address = null, last_error = null where id in (select id from addressed) returning id
    )
    delete from mailbox where mail_id in (select id from forgotten)`
}
