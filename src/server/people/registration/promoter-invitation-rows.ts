import { sql } from 'kysely'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface PromoterInvitationRow {
  id: string
  email: string
  /** Name of the operator who sent the invitation; '' for a deleted account. */
  invitedBy: string
  createdAt: Date
  expiresAt: Date
}

const columns = sql`
  i.id, i.email, i.created_at as "createdAt", i.expires_at as "expiresAt",
  coalesce((select coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) from accounts a where a.id = i.invited_by), '')
    as "invitedBy"`

/**
 * Inserts an invitation to become an organiser, and returns it. Undefined when the address has an unused invitation that
 * is still valid.
 */
export async function insertPromoterInvitation(
  trx: Trx,
  invitation: { id: string; email: string; accountId: string; now: Date; expiresAt: Date },
): Promise<PromoterInvitationRow | undefined> {
  const { id, email, accountId, now, expiresAt } = invitation
  await execute(trx)`
    update promoter_invitations set revoked_at = ${now}
    where email = ${email} and used_at is null and revoked_at is null and expires_at <= ${now}`
  await execute(trx)`
    insert into promoter_invitations (id, email, invited_by, created_at, expires_at)
    values (${id}, ${email}, ${accountId}, ${now}, ${expiresAt})
    on conflict (email) where used_at is null and revoked_at is null do nothing`
  return findPromoterInvitation(trx, id)
}

export function findPromoterInvitation(db: Db, id: string): Promise<PromoterInvitationRow | undefined> {
  return queryRow<PromoterInvitationRow>(db)`
    select ${columns} from promoter_invitations i
    where i.id = ${id} and i.used_at is null and i.revoked_at is null`
}

export function listPromoterInvitationRows(db: Db, limit: number): Promise<PromoterInvitationRow[]> {
  return queryRows<PromoterInvitationRow>(db)`
    select ${columns} from promoter_invitations i where i.used_at is null and i.revoked_at is null
    order by i.created_at desc, i.id limit ${limit}`
}

export function revokePromoterInvitationRow(trx: Trx, revoke: { id: string; now: Date }): Promise<boolean> {
  return hasRow(trx)`
    update promoter_invitations set revoked_at = ${revoke.now}
    where id = ${revoke.id} and used_at is null and revoked_at is null returning 1`
}

export async function findOpenPromoterInvitation(
  db: Db,
  find: { email: string; now: Date },
): Promise<string | undefined> {
  const row = await queryRow<{ id: string }>(db)`
    select id from promoter_invitations
    where email = ${find.email} and used_at is null and revoked_at is null and expires_at > ${find.now}`
  return row?.id
}

export function consumePromoterInvitation(
  trx: Trx,
  use: { id: string; promoterId: string; now: Date },
): Promise<boolean> {
  return hasRow(trx)`
    update promoter_invitations set used_at = ${use.now}, promoter_id = ${use.promoterId}
    where id = ${use.id} and used_at is null and revoked_at is null returning 1`
}

export async function deletePromoterInvitationsOf(trx: Trx, email: string | null): Promise<void> {
  await execute(trx)`delete from promoter_invitations where email = ${email} and used_at is null`
}
