import { memberRole, type MemberRole } from '#model/people/members.ts'
import type { PromoterStatus } from '#model/people/promoter-status.ts'
import { hasRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface Membership {
  promoterId: string
  promoterName: string
  role: MemberRole
  requiresSecondFactor: boolean
}

export async function findMemberships(db: Db, accountId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('promoters', 'promoters.id', 'members.promoter_id')
    .select(['members.promoter_id', 'promoters.name', 'members.role', 'promoters.requires_second_factor'])
    .where('members.account_id', '=', accountId)
    .orderBy('members.created_at')
    .orderBy('members.promoter_id')
    .execute()
  return rows.map((row) => ({
    promoterId: row.promoter_id,
    promoterName: row.name,
    role: memberRole.parse(row.role),
    requiresSecondFactor: row.requires_second_factor,
  }))
}

export async function listPromoterStatuses(
  db: Db,
  promoterIds: readonly string[],
): Promise<Map<string, { status: PromoterStatus; statusReason: string }>> {
  const rows = await queryRows<{ id: string; status: PromoterStatus; statusReason: string }>(db)`
    select id, status, status_reason as "statusReason" from promoters where id = any(${promoterIds}::uuid[])`
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** True for members of promoters and for operators, whose sessions are shorter. */
export function isMemberOrOperator(db: Db, accountId: string): Promise<boolean> {
  return hasRow(db)`
    select from members where account_id = ${accountId}
    union all select from operators where account_id = ${accountId} limit 1`
}

export async function listOwnerIds(db: Db, promoterId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('account_id')
    .where('promoter_id', '=', promoterId)
    .where('role', '=', 'owner')
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}
