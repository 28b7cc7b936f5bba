import { fail } from '#contracts/platform/errors.ts'
import { permissionsOf, type MemberRole, type StaffPermission } from '#model/people/members.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { findMemberships, type Membership } from '#server/people/accounts/membership-rows.ts'
import type { Context } from '#server/context.ts'
import type { AccountCall } from '#server/use-case.ts'

export interface Staff {
  memberId: string
  promoterId: string
  role: MemberRole
}

/**
 * Returns the caller's membership at the promoter of the host. On the main site, uses the `X-Promoter-User-Id`
 * header, or else the oldest membership. The promoter doesn't depend on the required permission, so that all calls of
 * a page refer to the same one. FORBIDDEN without a membership or permission; NOT_FOUND for another promoter.
 */
export async function findStaff(
  context: Context,
  { site, promoterUserId, account }: Pick<AccountCall, 'site' | 'promoterUserId' | 'account'>,
  permission: StaffPermission,
): Promise<Result<Staff, 'FORBIDDEN' | 'NOT_FOUND'>> {
  const memberships = await findOpenMemberships(context, account)
  if (site.kind === 'unknown' || memberships.length === 0) return fail('FORBIDDEN')
  const wantedId = site.kind === 'storefront' ? site.promoterId : promoterUserId
  if (promoterUserId !== undefined && promoterUserId !== wantedId) return fail('NOT_FOUND')
  const here = memberships.find(({ promoterId }) => wantedId === undefined || promoterId === wantedId)
  if (!here) return fail('NOT_FOUND')
  const { promoterId, role } = here
  if (!permissionsOf([role]).includes(permission)) return fail('FORBIDDEN')
  return succeed({ memberId: account.id, promoterId, role })
}

/**
 * Memberships that this session can use, oldest first. Leaves out promoters that require two-factor authentication if
 * the session has no second factor.
 */
export async function findOpenMemberships(
  context: Context,
  account: AccountCall['account'],
): Promise<Membership[]> {
  const memberships = await findMemberships(context.db, account.id)
  return memberships.filter(({ requiresSecondFactor }) => account.hasSecondFactor || !requiresSecondFactor)
}

/** Returns the caller if `{id}` is the caller's id. For calls that members can make only about themselves. */
export const requireOwnMember = ({ staff, params }: AboutMember): Result<Staff, 'NOT_FOUND'> =>
  staff.memberId === params.id ? succeed(staff) : fail('NOT_FOUND')

/** Returns the member that a call is about: the caller, or another member if the caller is a manager. */
export async function findMember(
  { db }: Context,
  { staff, params }: AboutMember,
): Promise<Result<Staff, 'NOT_FOUND'>> {
  const { id } = params
  if (staff.memberId === id) return succeed(staff)
  if (!permissionsOf([staff.role]).includes('promoter:manage')) return fail('NOT_FOUND')
  const { promoterId } = staff
  const memberships = await findMemberships(db, id)
  const member = memberships.find((each) => each.promoterId === promoterId)
  return member ? succeed({ memberId: id, promoterId, role: member.role }) : fail('NOT_FOUND')
}

interface AboutMember {
  staff: Staff
  params: { id: string }
}
