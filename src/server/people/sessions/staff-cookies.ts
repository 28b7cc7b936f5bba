import { STAFF_COOKIES } from '#contracts/platform/cookies.ts'
import { STAFF_COOKIE_SECONDS, type Customer } from '#model/people/accounts.ts'
import type { Client, SetCookie } from '#server/use-case.ts'

/** Sets the staff cookies for a member, and deletes those of another account. They grant no permissions. */
export function staffCookies({ staff }: Customer, { cookies }: Pick<Client, 'cookies'>): SetCookie[] {
  if (!staff.isStaff)
    return Object.values(STAFF_COOKIES).flatMap((name) => (name in cookies ? [{ name }] : []))
  return [
    { name: STAFF_COOKIES.isStaff, value: 'true', maxAgeSeconds: STAFF_COOKIE_SECONDS },
    {
      name: STAFF_COOKIES.permissions,
      value: staff.permissions.join(' '),
      maxAgeSeconds: STAFF_COOKIE_SECONDS,
    },
  ]
}

export const changedStaffCookies = (customer: Customer, client: Pick<Client, 'cookies'>): SetCookie[] =>
  staffCookies(customer, client).filter(({ name, value }) => client.cookies[name] !== value)
