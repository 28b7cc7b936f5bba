import * as z from 'zod/mini'

/** PRODUCT words: an account works for a promoter as one of these, and is staff with each. */
export const memberRole = z.enum(['owner', 'manager', 'sales', 'door'])
export type MemberRole = z.infer<typeof memberRole>

/** What a member may do, by role. `staff:access` opens the portal (specification §6); the rest the server asks for by name. */
export const PERMISSIONS: Readonly<Record<MemberRole, readonly string[]>> = {
  owner: ['staff:access', 'sales:track', 'door:scan', 'promoter:manage', 'promoter:own'],
  manager: ['staff:access', 'sales:track', 'door:scan', 'promoter:manage'],
  sales: ['staff:access', 'sales:track'],
  door: ['staff:access', 'door:scan'],
}

/** What a contract for members asks for by name. */
export type StaffPermission = 'staff:access' | 'sales:track' | 'promoter:own'

/** Everything that somebody with these roles may do, each permission once. */
export const permissionsOf = (roles: readonly MemberRole[]): string[] => [
  ...new Set(roles.flatMap((role) => PERMISSIONS[role])),
]

/** Members and open invitations that a promoter has at most. */
export const MOST_STAFF = 500

/** How long the link of an invitation holds. */
export const INVITATION_MS = 7 * 86_400_000

/**
 * Whether a caller may give this role. An API key (`actorId` null) gives none that manages the promoter: it would give more than its
 * own scopes.
 */
export const mayGive = (actorId: string | null, role: MemberRole): boolean =>
  actorId !== null || !PERMISSIONS[role].includes('promoter:manage')

/**
 * Why a membership can't become this role, or end (`undefined`): a promoter keeps an owner, and whoever decides is one still.
 * An API key changes only memberships that it gave (`isOwnGrant`), and removes no owner. `ownerIds` are those under the lock.
 */
export function whyNoRole(change: {
  ownerIds: readonly string[]
  actorId: string | null
  accountId: string
  role: MemberRole | undefined
  isOwnGrant: boolean
}): 'FORBIDDEN' | 'LAST_OWNER' | undefined {
  const { ownerIds, actorId, accountId, role, isOwnGrant } = change
  const isOwner = ownerIds.includes(accountId)
  const mayKeyDecide = !isOwner && (role === undefined || (isOwnGrant && mayGive(null, role)))
  const mayDecide = actorId === null ? mayKeyDecide : ownerIds.includes(actorId)
  if (!mayDecide) return 'FORBIDDEN'
  const isLast = ownerIds.length === 1 && isOwner
  return isLast && role !== 'owner' ? 'LAST_OWNER' : undefined
}

/** A role by name, and what its member does: 'You would let people in at the door'. */
export const ROLE_WORDS: Readonly<Record<MemberRole, { name: string; does: string }>> = {
  owner: { name: 'Owner', does: 'run everything: events, money, staff and settings' },
  manager: { name: 'Manager', does: 'manage events, orders and prices, sell, and work at the door' },
  sales: { name: 'Sales', does: 'sell tickets with personal links, and earn with them' },
  door: { name: 'Door', does: 'let people in at the door' },
}

/** Who has tracking links of their own. */
export const maySell = (role: MemberRole): boolean => PERMISSIONS[role].includes('sales:track')
