import { sql, type RawBuilder } from 'kysely'
import type { MemberRole } from '#model/people/members.ts'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { Actor } from '#server/platform/audit/actor.ts'

export interface InvitationRow {
  id: string
  promoterId: string
  promoterName: string
  email: string
  role: MemberRole
  round: number
  invitedBy: string
  apiKeyId: string | null
  sentAt: Date
  expiresAt: Date
  acceptedBy: string | null
  isOpen: boolean
}

const columns = sql`
  i.id, i.promoter_id as "promoterId", p.name as "promoterName", i.email, i.role, i.round,
  coalesce((select nullif(trim(a.first_name || ' ' || a.last_name), '') from accounts a where a.id = i.invited_by), '')
    as "invitedBy",
  i.api_key_id as "apiKeyId", i.sent_at as "sentAt", i.expires_at as "expiresAt", i.accepted_by as "acceptedBy",
  i.accepted_at is null and i.revoked_at is null as "isOpen"`

function select(db: Db, rest: RawBuilder<unknown>): Promise<InvitationRow[]> {
  return queryRows<InvitationRow>(db)`
    select ${columns} from invitations i join promoters p on p.id = i.promoter_id ${rest}`
}

export const listOpenInvitations = (db: Db, promoterId: string): Promise<InvitationRow[]> =>
  select(
    db,
    sql`where i.promoter_id = ${promoterId} and i.accepted_at is null and i.revoked_at is null
      order by i.created_at desc, i.id limit 500`,
  )

export const listInvitationsOfEmail = (
  db: Db,
  find: { email: string; now: Date },
): Promise<InvitationRow[]> =>
  select(
    db,
    sql`where i.email = ${find.email} and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${find.now}
      order by i.created_at desc, i.id limit 20`,
  )

export async function lockInvitation(
  trx: Trx,
  find: { promoterId: string; id: string },
): Promise<InvitationRow | undefined> {
  const [row] = await select(
    trx,
    sql`where i.promoter_id = ${find.promoterId} and i.id = ${find.id} for update of i`,
  )
  return row
}

export async function findInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  const [row] = await select(db, sql`where i.id = ${id}`)
  return row
}

const ofToken = (tokenHash: Buffer) => sql`
  join invitation_tokens t on t.promoter_id = i.promoter_id and t.invitation_id = i.id and t.round = i.round
  where t.token_hash = ${tokenHash}`

/** Returns the invitation of a link, in any status. Undefined when the invitation has been sent again since. */
export async function findInvitationByToken(db: Db, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  const [row] = await select(db, ofToken(tokenHash))
  return row
}

export async function lockInvitationByToken(trx: Trx, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  const [row] = await select(trx, sql`${ofToken(tokenHash)} for update of i`)
  return row
}

/**
 * Locks the promoter's row and returns the number of members and open invitations, which then can't grow until the
 * transaction ends.
 */
export async function lockStaffCount(trx: Trx, promoterId: string): Promise<number> {
  await execute(trx)`select from promoters where id = ${promoterId} for no key update`
  const row = await queryRow<{ count: number }>(trx)`
    select ((select count(*) from members where promoter_id = ${promoterId})
      + (select count(*) from invitations
        where promoter_id = ${promoterId} and accepted_at is null and revoked_at is null))::int as count`
  return row?.count ?? 0
}

export function isMemberEmail(db: Db, find: { promoterId: string; email: string }): Promise<boolean> {
  return hasRow(db)`
    select from members m join accounts a on a.id = m.account_id
    where m.promoter_id = ${find.promoterId} and a.email = ${find.email} and a.email_verified_at is not null`
}

/** Inserts an invitation and returns its id. Undefined when the address has an open invitation. */
export async function insertInvitation(
  trx: Trx,
  invitation: {
    promoterId: string
    email: string
    role: MemberRole
    actor: Actor
    now: Date
    expiresAt: Date
  },
): Promise<string | undefined> {
  const { promoterId, email, role, actor, now, expiresAt } = invitation
  const row = await queryRow<{ id: string }>(trx)`
    insert into invitations (promoter_id, email, role, invited_by, api_key_id, created_at, sent_at, expires_at)
    values (${promoterId}, ${email}, ${role}, ${actor.accountId}, ${actor.apiKeyId}, ${now}, ${now}, ${expiresAt})
    on conflict (promoter_id, email) where accepted_at is null and revoked_at is null do nothing
    returning id`
  return row?.id
}

/** Starts a new round of the invitation, which invalidates links of earlier rounds. */
export async function renewInvitation(
  trx: Trx,
  renew: { id: string; now: Date; expiresAt: Date },
): Promise<void> {
  await execute(trx)`
    update invitations set round = round + 1, sent_at = ${renew.now}, expires_at = ${renew.expiresAt}
    where id = ${renew.id}`
  await execute(trx)`delete from invitation_tokens where invitation_id = ${renew.id}`
}

export async function markInvitationRevoked(trx: Trx, revoke: { id: string; now: Date }): Promise<void> {
  await execute(trx)`update invitations set revoked_at = ${revoke.now} where id = ${revoke.id}`
  await execute(trx)`delete from invitation_tokens where invitation_id = ${revoke.id}`
}

/** An account including the API keys that it created, or a single API key. */
export type Inviter = { accountId: string } | { apiKeyId: string }

/** Revokes open invitations. Locks them in the order of their ids, to avoid deadlocks. */
export async function revokeInvitationsOf(
  trx: Trx,
  filter: { promoterId: string; inviter: Inviter; now: Date },
): Promise<{ id: string; role: MemberRole }[]> {
  const { promoterId, inviter, now } = filter
  const isTheirs =
    'accountId' in inviter
      ? sql`(i.invited_by = ${inviter.accountId} or k.created_by = ${inviter.accountId})`
      : sql`i.api_key_id = ${inviter.apiKeyId}`
  const rows = await queryRows<{ id: string; role: MemberRole }>(trx)`
    select i.id, i.role from invitations i left join api_keys k on k.id = i.api_key_id
    where i.promoter_id = ${promoterId} and i.accepted_at is null and i.revoked_at is null and ${isTheirs}
    order by i.id for update of i`
  for (const { id } of rows) await markInvitationRevoked(trx, { id, now })
  return rows
}

/**
 * Stores the token of an emailed link. Returns false when the invitation was sent again, accepted or revoked after
 * the email was queued.
 */
export function insertInvitationToken(
  db: Db,
  token: { tokenHash: Buffer; invitationId: string; round: number },
): Promise<boolean> {
  return hasRow(db)`
    insert into invitation_tokens (token_hash, promoter_id, invitation_id, round)
    select ${token.tokenHash}, promoter_id, id, round from invitations
    where id = ${token.invitationId} and round = ${token.round} and accepted_at is null and revoked_at is null
    returning 1`
}

/** Adds a member and returns the role. An existing member's role isn't changed. */
export async function addMember(
  trx: Trx,
  member: { promoterId: string; accountId: string; role: MemberRole; grantedByKey: string | null; now: Date },
): Promise<MemberRole> {
  const { promoterId, accountId, role, grantedByKey, now } = member
  await execute(trx)`
    insert into members (promoter_id, account_id, role, granted_by_key, created_at)
    values (${promoterId}, ${accountId}, ${role}, ${grantedByKey}, ${now}) on conflict do nothing`
  await execute(trx)`
    delete from former_members where promoter_id = ${promoterId} and account_id = ${accountId}`
  return (await findMemberRole(trx, member)) ?? role
}

export async function findMemberRole(
  db: Db,
  find: { promoterId: string; accountId: string },
): Promise<MemberRole | undefined> {
  const row = await queryRow<{ role: MemberRole }>(db)`
    select role from members where promoter_id = ${find.promoterId} and account_id = ${find.accountId}`
  return row?.role
}

export async function markInvitationAccepted(
  trx: Trx,
  accept: { id: string; by: string; now: Date },
): Promise<void> {
  await execute(trx)`
    update invitations set accepted_at = ${accept.now}, accepted_by = ${accept.by} where id = ${accept.id}`
}

export async function deleteInvitationsOfAccount(
  trx: Trx,
  filter: { accountId: string; email: string | null },
): Promise<void> {
  await execute(
    trx,
  )`delete from invitations where accepted_by = ${filter.accountId} or email = ${filter.email}`
}
