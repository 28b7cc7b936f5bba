import type { Customer } from '#model/people/accounts.ts'
import type { Context } from '#server/context.ts'

/**
 * Marks accounts whose address is in STAFF_HINT_EMAILS, so that the interface shows staff pages first. Grants no
 * permissions.
 */
export function addStaffHint({ config }: Pick<Context, 'config'>, customer: Customer): Customer {
  if (!config.STAFF_HINT_EMAILS.includes(customer.email)) return customer
  return { ...customer, staff: { ...customer.staff, isHinted: true } }
}
