import * as z from 'zod/mini'

/**
 * Data stored in the browser about a visitor who may be staff (specification §6). It only determines what the
 * interface shows first; the server authorises every call.
 */
export interface StaffSignals {
  token: string | undefined
  /** True when the staff flag is stored, or for an email address in STAFF_HINT_EMAILS. */
  isFlagged: boolean
  customer: unknown
}

type Fields = Record<string, unknown>

const fields = z.record(z.string(), z.unknown())

/**
 * Guesses whether the visitor is staff. False without an unexpired token, because the hint must not outlive the
 * session.
 */
export function isLikelyStaff({ token, isFlagged, customer }: StaffSignals, nowMs: number): boolean {
  if (!token) return false
  const claims = readClaims(token)
  if (typeof claims['exp'] === 'number' && claims['exp'] * 1000 <= nowMs) return false
  return isFlagged || hasStaffClaim(claims) || isStaffUser(fieldsOf(customer))
}

/**
 * True if the customer or the token marks the visitor as staff. `staff` can be a flag or the customer's `staff` object.
 */
const hasStaffClaim = ({ isStaff, staff, roles, permissions }: Fields): boolean =>
  isStaff === true ||
  staff === true ||
  fieldsOf(staff)['isStaff'] === true ||
  holds(roles, 'staff') ||
  holds(permissions, 'staff:access')

function isStaffUser({ role, staff }: Fields): boolean {
  const { isStaff, isHinted } = fieldsOf(staff)
  return role === 'staff' || isStaff === true || isHinted === true
}

const holds = (list: unknown, word: string): boolean => Array.isArray(list) && list.includes(word)

function fieldsOf(value: unknown): Fields {
  const parsed = z.safeParse(fields, value)
  return parsed.success ? parsed.data : {}
}

/** Decodes a token's claims without verifying them. Empty when the token isn't a JWT. */
function readClaims(token: string): Fields {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0))
    return fieldsOf(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return {}
  }
}
