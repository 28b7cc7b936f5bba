import { sql, type RawBuilder } from 'kysely'
import type { MemberRole } from '#model/people/members.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface MemberRow {
  accountId: string
  name: string
  email: string
  role: MemberRole
  joinedAt: Date
  hasSecondFactor: boolean
  version: number
}

/** SQL of a member's display name: profile name, account name or email address. Expects an account as `a`. */
export const memberNameSql = (promoterId: RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  coalesce(
    (select nullif(s.display_name, '') from staff_profiles s where s.account_id = a.id and s.promoter_id = ${promoterId}),
    nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)`

const members = (promoterId: string) => sql`
  select m.account_id as "accountId", ${memberNameSql(sql`m.promoter_id`)} as name, a.email, m.role,
    m.created_at as "joinedAt", m.version,
    exists (select from passkeys k where k.account_id = a.id)
      or exists (select from authenticators f where f.account_id = a.id and f.confirmed_at is not null) as "hasSecondFactor"
  from members m join accounts a on a.id = m.account_id
  where m.promoter_id = ${promoterId}`

export function listMemberRows(db: Db, promoterId: string): Promise<MemberRow[]> {
  return queryRows<MemberRow>(db)`
    ${members(promoterId)}
    order by array_position(array['owner', 'manager', 'sales', 'door'], m.role), lower(a.first_name), a.email`
}

export function findMemberRow(
  db: Db,
  find: { promoterId: string; accountId: string },
): Promise<MemberRow | undefined> {
  return queryRow<MemberRow>(db)`
    ${members(find.promoterId)} and m.account_id = ${find.accountId}`
}

/**
 * Locks the promoter's owners and one member in the order of their ids, so that two owners can't demote each other at
 * the same time. `grantedByKey`: id of the API key that created the membership.
 */
export async function lockOwnersAndMember(
  trx: Trx,
  lock: { promoterId: string; accountId: string },
): Promise<{
  ownerIds: string[]
  role: MemberRole | undefined
  version: number
  grantedByKey: string | null
}> {
  const rows = await queryRows<{
    id: string
    role: MemberRole
    version: number
    grantedByKey: string | null
  }>(trx)`
    select account_id as id, role, version, granted_by_key as "grantedByKey" from members
    where promoter_id = ${lock.promoterId} and (role = 'owner' or account_id = ${lock.accountId})
    order by account_id for update`
  const member = rows.find(({ id }) => id === lock.accountId)
  const ownerIds = rows.filter(({ role }) => role === 'owner').map(({ id }) => id)
  return {
    ownerIds,
    role: member?.role,
    version: member?.version ?? 0,
    grantedByKey: member?.grantedByKey ?? null,
  }
}

export async function setMemberRole(
  trx: Trx,
  change: { promoterId: string; accountId: string; role: MemberRole; grantedByKey: string | null },
): Promise<void> {
  await execute(trx)`
    update members set role = ${change.role}, granted_by_key = ${change.grantedByKey}, version = version + 1
    where promoter_id = ${change.promoterId} and account_id = ${change.accountId}`
}

/** Deletes a membership with its assignments and profile. Earnings stay with the account. */
export async function deleteMember(
  trx: Trx,
  deletion: { promoterId: string; accountId: string; now: Date },
): Promise<void> {
  await execute(trx)`
    with gone as (
      delete from members where promoter_id = ${deletion.promoterId} and account_id = ${deletion.accountId}
      returning promoter_id, account_id, role
    )
    insert into former_members (promoter_id, account_id, role, removed_at)
    select promoter_id, account_id, role, ${deletion.now} from gone
    on conflict (promoter_id, account_id) do update set role = excluded.role, removed_at = excluded.removed_at`
}

/** Locks in the order of ids, to avoid deadlocks. */
export function lockMembersOfKey(
  trx: Trx,
  filter: { promoterId: string; apiKeyId: string },
): Promise<{ accountId: string; role: MemberRole }[]> {
  return queryRows<{ accountId: string; role: MemberRole }>(trx)`
    select account_id as "accountId", role from members
    where promoter_id = ${filter.promoterId} and granted_by_key = ${filter.apiKeyId} order by account_id for update`
}

/** Detaches the members whose role an API key granted, so that they stay when the key is revoked. */
export async function detachMembersFromKey(
  trx: Trx,
  filter: { promoterId: string; apiKeyId: string },
): Promise<void> {
  await execute(trx)`
    update members set granted_by_key = null
    where promoter_id = ${filter.promoterId} and granted_by_key = ${filter.apiKeyId}`
}

export interface FormerMemberRow {
  accountId: string
  name: string
  removedAt: Date
}

/** Lists former members who have earned commission; those who left last come first. */
export function listFormerMembers(db: Db, promoterId: string): Promise<FormerMemberRow[]> {
  return queryRows<FormerMemberRow>(db)`
    select f.account_id as "accountId", ${memberNameSql(sql`f.promoter_id`)} as name, f.removed_at as "removedAt"
    from former_members f join accounts a on a.id = f.account_id
    where f.promoter_id = ${promoterId} and exists (
      select from earnings e where e.member_id = f.account_id and e.promoter_id = f.promoter_id)
    order by f.removed_at desc, f.account_id limit 100`
}
