import type { putStaffProfile as contract } from '#contracts/staff.ts'
import type { AccountCall, UseCase } from '../use-case.ts'
import { findStaff } from './find-staff.ts'
import { viewStaff } from './get-staff-profile.ts'
import { putStaffRow } from './staff-rows.ts'

/** How the caller wants to appear to the promoter; the account stays as it is. */
export const putStaffProfile: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const staff = await findStaff(context, call)
  if (!staff.success) return staff
  const { promoterId, memberId: accountId } = staff.data
  await putStaffRow(context.db, {
    ...call.body,
    promoterId,
    accountId,
    now: new Date(context.clock.now()),
  })
  return viewStaff(context, call.account, promoterId)
}
