import type { me as contract } from '#contracts/account/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { findCustomer } from './account-rows.ts'
import { addStaffHint } from '#server/people/sessions/add-staff-hint.ts'
import { changedStaffCookies } from '#server/people/sessions/staff-cookies.ts'

export const me: UseCase<typeof contract, AccountCall> = async (context, { account, client }) => {
  const customer = await findCustomer(context.db, account)
  if (!customer) return fail('UNAUTHENTICATED')
  const cookies = changedStaffCookies(customer, client)
  return { ...succeed({ customer: addStaffHint(context, customer) }), cookies }
}
