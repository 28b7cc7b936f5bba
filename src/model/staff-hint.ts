import * as z from 'zod/mini'

/**
 * Specification §6: what says that somebody may be staff. It only chooses what the interface shows first; the server decides every
 * call.
 */
export interface StaffSignals {
  /** The access token as it is stored. */
  token: string | undefined
  /** The stored staff flag, or that of a special address. */
  isFlagged: boolean
  /** The customer as it is stored, whatever its shape. */
  customer: unknown
}

type Fields = Record<string, unknown>

const fields = z.record(z.string(), z.unknown())

/** Without a token, or with one that has expired, nobody is: nothing that is stored outlives the session. */
export function looksLikeStaff({ token, isFlagged, customer }: StaffSignals, nowMs: number): boolean {
  if (!token) return false
  const claims = readClaims(token)
  if (typeof claims['exp'] === 'number' && claims['exp'] * 1000 <= nowMs) return false
  return isFlagged || claimsStaff(claims) || isStaffUser(fieldsOf(customer))
}

/** `staff` is a flag, or what the customer's own `staff` is. */
const claimsStaff = ({ isStaff, staff, roles, permissions }: Fields): boolean =>
  isStaff === true ||
  staff === true ||
  fieldsOf(staff)['isStaff'] === true ||
  holds(roles, 'staff') ||
  holds(permissions, 'staff:access')

/** `isHinted` is the server's word: the address is one of STAFF_HINT_EMAILS. */
function isStaffUser({ role, staff }: Fields): boolean {
  const { isStaff, isHinted } = fieldsOf(staff)
  return role === 'staff' || isStaff === true || isHinted === true
}

const holds = (list: unknown, word: string): boolean => Array.isArray(list) && list.includes(word)

function fieldsOf(value: unknown): Fields {
  const parsed = z.safeParse(fields, value)
  return parsed.success ? parsed.data : {}
}

/** What a token says, unverified; nothing when only the server can read it. */
function readClaims(token: string): Fields {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0))
    return fieldsOf(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return {}
  }
}
