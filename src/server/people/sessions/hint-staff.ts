import type { Customer } from '#model/people/accounts.ts'
import type { Context } from '#server/context.ts'

/** True when the interface shows staff pages first to this address (STAFF_HINT_EMAILS). Grants nothing; memberships do. */
export function hintStaff({ config }: Pick<Context, 'config'>, customer: Customer): Customer {
  if (!config.STAFF_HINT_EMAILS.includes(customer.email)) return customer
  return { ...customer, staff: { ...customer.staff, isHinted: true } }
}
