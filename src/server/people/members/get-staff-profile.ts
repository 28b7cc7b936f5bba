import type { getStaffProfile as contract, StaffProfile } from '#contracts/portal/staff.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { AccountCall, MemberCall, UseCase } from '#server/use-case.ts'
import { findOpenMemberships } from './find-staff.ts'
import { findStaffRow, listPromoterNames } from './staff-rows.ts'

export const getStaffProfile: UseCase<typeof contract, MemberCall> = (context, { account, staff }) =>
  viewStaffProfile(context, account, staff.promoterId)

export async function viewStaffProfile(
  context: Context,
  account: AccountCall['account'],
  promoterId: string,
): Promise<Result<{ staffProfile: StaffProfile }, 'NOT_FOUND'>> {
  const [row, memberships] = await Promise.all([
    findStaffRow(context.db, { promoterId, accountId: account.id }),
    findOpenMemberships(context, account),
  ])
  const names = await listPromoterNames(
    context.db,
    memberships.map((each) => each.promoterId),
  )
  if (!row) return fail('NOT_FOUND')
  return succeed({
    staffProfile: {
      ...row,
      memberships: memberships.map((each) => ({
        promoterId: each.promoterId,
        promoterName: names.get(each.promoterId) ?? '',
        role: each.role,
      })),
    },
  })
}
