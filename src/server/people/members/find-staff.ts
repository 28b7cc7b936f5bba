import { fail } from '#contracts/platform/errors.ts'
import { permissionsOf, type MemberRole, type StaffPermission } from '#model/people/members.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { findMemberships, type Membership } from '#server/people/accounts/account-rows.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import type { AccountCall } from '#server/use-case.ts'

export interface Staff {
  memberId: string
  promoterId: string
  role: MemberRole
}

/**
 * On a storefront, the host's promoter; otherwise that of the `X-Promoter-User-Id` header, otherwise the oldest membership.
 * Independent of the required permission, so that all calls refer to the same promoter. FORBIDDEN without a membership or
 * permission; NOT_FOUND for another promoter.
 */
export async function findStaff(
  context: Context,
  { site, promoterUserId, account }: Pick<AccountCall, 'site' | 'promoterUserId' | 'account'>,
  permission: StaffPermission,
): Promise<Result<Staff, 'FORBIDDEN' | 'NOT_FOUND'>> {
  const memberships = await findOpenMemberships(context, account)
  if (site.kind === 'unknown' || memberships.length === 0) return fail('FORBIDDEN')
  const meant = site.kind === 'storefront' ? site.promoterId : promoterUserId
  if (promoterUserId !== undefined && promoterUserId !== meant) return fail('NOT_FOUND')
  const here = memberships.find(({ promoterId }) => meant === undefined || promoterId === meant)
  if (!here) return fail('NOT_FOUND')
  const { promoterId, role } = here
  if (!permissionsOf([role]).includes(permission)) return fail('FORBIDDEN')
  return succeed({ memberId: account.id, promoterId, role })
}

/** Memberships usable in this session, oldest first; some promoters require two-factor authentication. */
export async function findOpenMemberships(
  context: Context,
  account: AccountCall['account'],
): Promise<Membership[]> {
  const memberships = await findMemberships(context.db, account.id)
  return memberships.filter(({ requiresSecondFactor }) => account.hasSecondFactor || !requiresSecondFactor)
}

/** For calls about the caller only: `{id}` must be the caller. */
export const findSelf = ({ staff, params }: AboutMember): Result<Staff, 'NOT_FOUND'> =>
  staff.memberId === params.id ? succeed(staff) : fail('NOT_FOUND')

/** For calls that managers may also make about other members. `memberId`: the subject. */
export async function findMember(
  { db }: Context,
  { staff, params }: AboutMember,
): Promise<Result<Staff, 'NOT_FOUND'>> {
  const { id } = params
  if (staff.memberId === id) return succeed(staff)
  if (!isUuid(id) || !permissionsOf([staff.role]).includes('promoter:manage')) return fail('NOT_FOUND')
  const { promoterId } = staff
  const memberships = await findMemberships(db, id)
  const member = memberships.find((each) => each.promoterId === promoterId)
  return member ? succeed({ memberId: id, promoterId, role: member.role }) : fail('NOT_FOUND')
}

interface AboutMember {
  staff: Staff
  params: { id: string }
}
