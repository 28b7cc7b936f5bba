import type { Customer } from '#model/accounts.ts'
import type { Context } from '../context.ts'

/** Whether the interface shows staff's things first to this address, by setting. It grants nothing: memberships do. */
export function hintStaff({ config }: Pick<Context, 'config'>, customer: Customer): Customer {
  if (!config.STAFF_HINT_EMAILS.includes(customer.email)) return customer
  return { ...customer, staff: { ...customer.staff, isHinted: true } }
}
