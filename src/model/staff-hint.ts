import * as z from 'zod/mini'

/**
 * Specification §6: what says that somebody may be staff. It only chooses what the interface shows first; the server decides every
 * call.
 */
export interface StaffSignals {
  /** The access token as it is stored. */
  token: string | undefined
  /** The stored staff flag. */
  isFlagged: boolean
  /** The customer as it is stored, whatever its shape. */
  customer: unknown
}

const claims = z.object({
  exp: z.catch(z.optional(z.number()), undefined),
  isStaff: z.catch(z.optional(z.boolean()), false),
  staff: z.catch(z.optional(z.union([z.boolean(), z.object({ isStaff: z.boolean() })])), false),
  roles: z.catch(z.optional(z.array(z.string())), []),
  permissions: z.catch(z.optional(z.array(z.string())), []),
})
type Claims = z.infer<typeof claims>

const storedUser = z.object({
  role: z.catch(z.optional(z.string()), undefined),
  staff: z.catch(
    z.optional(
      z.object({
        isStaff: z.catch(z.optional(z.boolean()), false),
        /** The server's word: the address is one of STAFF_HINT_EMAILS. */
        isHinted: z.catch(z.optional(z.boolean()), false),
      }),
    ),
    undefined,
  ),
})

/** Without a token, or with one that has expired, nobody is: nothing that is stored outlives the session. */
export function looksLikeStaff({ token, isFlagged, customer }: StaffSignals, nowMs: number): boolean {
  if (!token) return false
  const claimed = readClaims(token)
  if (claimed?.exp !== undefined && claimed.exp * 1000 <= nowMs) return false
  return isFlagged || (claimed !== undefined && claimsStaff(claimed)) || isStaffUser(customer)
}

function claimsStaff({ isStaff, staff, roles, permissions }: Claims): boolean {
  const isMarked = typeof staff === 'object' ? staff.isStaff : staff
  return Boolean(isStaff || isMarked || roles?.includes('staff') || permissions?.includes('staff:access'))
}

function isStaffUser(stored: unknown): boolean {
  const user = z.safeParse(storedUser, stored)
  if (!user.success) return false
  const { role, staff } = user.data
  return role === 'staff' || Boolean(staff?.isStaff || staff?.isHinted)
}

/** What a token says, unverified; undefined for one that only the server can read. */
function readClaims(token: string): Claims | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0))
    const parsed = z.safeParse(claims, JSON.parse(new TextDecoder().decode(bytes)))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
