import { fail } from '#contracts/errors.ts'
import { permissionsOf, type MemberRole, type StaffPermission } from '#model/members.ts'
import { succeed, type Result } from '#model/result.ts'
import { findMemberships, type Membership } from '../accounts/account-rows.ts'
import { isUuid } from '../db/is-uuid.ts'
import type { Context } from '../context.ts'
import type { AccountCall } from '../use-case.ts'

/** Who calls, for which promoter. */
export interface Staff {
  memberId: string
  promoterId: string
  role: MemberRole
}

/**
 * The membership that a call is made with: at the host's promoter on a storefront, elsewhere at the one of the
 * `X-Promoter-User-Id` header, else the oldest. Which it is does not hang on what it is asked for: every call and the portal's
 * name of the promoter mean the same one. FORBIDDEN for whoever works for nobody, or may not do this there; NOT_FOUND for
 * another's promoter.
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

/** Memberships that this session may use: some promoters ask for a second factor. The oldest first. */
export async function findOpenMemberships(
  context: Context,
  account: AccountCall['account'],
): Promise<Membership[]> {
  const memberships = await findMemberships(context.db, account.id)
  return memberships.filter(({ requiresSecondFactor }) => account.hasSecondFactor || !requiresSecondFactor)
}

/** For calls about the caller's own things alone: `{id}` is the caller. */
export const findSelf = ({ staff, params }: AboutMember): Result<Staff, 'NOT_FOUND'> =>
  staff.memberId === params.id ? succeed(staff) : fail('NOT_FOUND')

/** For calls that whoever manages the promoter may make about its members, too. `memberId` is whom the call is about. */
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
