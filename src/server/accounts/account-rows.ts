import type { Kysely } from 'kysely'
import type { Customer } from '#model/accounts.ts'
import { memberRole, type MemberRole } from '#model/members.ts'
import type { Database } from '../db/tables.ts'
import { staffClaims } from './authenticate.ts'

export interface Membership {
  promoterId: string
  role: MemberRole
  requiresSecondFactor: boolean
}

export async function findMemberships(db: Kysely<Database>, accountId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('promoters', 'promoters.id', 'members.promoter_id')
    .select(['members.promoter_id', 'members.role', 'promoters.requires_second_factor'])
    .where('members.account_id', '=', accountId)
    .orderBy('members.created_at')
    .execute()
  return rows.map((row) => ({
    promoterId: row.promoter_id,
    role: memberRole.parse(row.role),
    requiresSecondFactor: row.requires_second_factor,
  }))
}

/** The account as its owner sees it (specification §3, Customer). What it may do depends on how it was signed in. */
export async function findCustomer(
  db: Kysely<Database>,
  { id, hasSecondFactor }: { id: string; hasSecondFactor: boolean },
): Promise<Customer | undefined> {
  const [row, memberships] = await Promise.all([
    db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst(),
    findMemberships(db, id),
  ])
  if (!row) return undefined
  const { isStaff, permissions, needsSecondFactor } = staffClaims(memberships, hasSecondFactor)
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    isEmailVerified: row.email_verified_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    settings: { avatarUrl: row.avatar_url },
    staff: { isStaff, permissions, ...(needsSecondFactor ? { needsSecondFactor } : {}) },
  }
}
