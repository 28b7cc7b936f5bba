import type { putStaffProfile as contract } from '#contracts/portal/staff.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { viewStaffProfile } from './get-staff-profile.ts'
import { putStaffRow } from './staff-rows.ts'

export const putStaffProfile: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const { promoterId, memberId: accountId } = call.staff
  await putStaffRow(context.db, {
    ...call.body,
    promoterId,
    accountId,
    now: new Date(context.clock.now()),
  })
  return viewStaffProfile(context, call.account, promoterId)
}
