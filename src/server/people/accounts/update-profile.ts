import type { updateProfile as contract } from '#contracts/account/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { findCustomer, updateProfileFields } from './account-rows.ts'
import { addStaffHint } from '#server/people/sessions/add-staff-hint.ts'

export const updateProfile: UseCase<typeof contract, AccountCall> = async (context, { account, body }) => {
  await updateProfileFields(context.db, { id: account.id, ...body, now: new Date(context.clock.now()) })
  const customer = await findCustomer(context.db, account)
  return customer ? succeed({ customer: addStaffHint(context, customer) }) : fail('UNAUTHENTICATED')
}
