import * as z from 'zod/mini'

export const memberRole = z.enum(['owner', 'manager', 'sales', 'door'])
export type MemberRole = z.infer<typeof memberRole>

/**
 * Permissions by role. `staff:access` gives access to the portal (specification §6); contracts name the permission
 * that they require.
 */
export const ROLE_PERMISSIONS: Readonly<Record<MemberRole, readonly string[]>> = {
  owner: ['staff:access', 'sales:track', 'door:scan', 'promoter:manage', 'promoter:own'],
  manager: ['staff:access', 'sales:track', 'door:scan', 'promoter:manage'],
  sales: ['staff:access', 'sales:track'],
  door: ['staff:access', 'door:scan'],
}

export type StaffPermission = 'staff:access' | 'sales:track' | 'door:scan' | 'promoter:own'

export const permissionsOf = (roles: readonly MemberRole[]): string[] => [
  ...new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role])),
]

/** Maximum number of a promoter's members and open invitations together. */
export const MAX_STAFF = 500

export const INVITATION_LIFETIME_MS = 7 * 86_400_000

/** API keys (`actorId` null) can't assign roles that manage the promoter, because these roles may do more than the key's scopes. */
export const canAssignRole = (actorId: string | null, role: MemberRole): boolean =>
  actorId !== null || !ROLE_PERMISSIONS[role].includes('promoter:manage')

/**
 * Returns why a membership can't end or change to this role. Undefined when it can. A promoter must keep at least one
 * owner, and the actor must still be an owner. API keys can change only memberships that they created (`isOwnGrant`),
 * and can't remove owners. `ownerIds` must be read under the lock.
 */
export function roleRefusal(change: {
  ownerIds: readonly string[]
  actorId: string | null
  accountId: string
  role: MemberRole | undefined
  isOwnGrant: boolean
}): 'FORBIDDEN' | 'LAST_OWNER' | undefined {
  const { ownerIds, actorId, accountId, role, isOwnGrant } = change
  const isOwner = ownerIds.includes(accountId)
  const mayKeyDecide = !isOwner && (role === undefined || (isOwnGrant && canAssignRole(null, role)))
  const mayDecide = actorId === null ? mayKeyDecide : ownerIds.includes(actorId)
  if (!mayDecide) return 'FORBIDDEN'
  const isLast = ownerIds.length === 1 && isOwner
  return isLast && role !== 'owner' ? 'LAST_OWNER' : undefined
}

export const ROLE_LABELS: Readonly<Record<MemberRole, { name: string; does: string }>> = {
  owner: { name: 'Owner', does: 'run everything: events, money, team and settings' },
  manager: { name: 'Manager', does: 'manage events, orders and prices, sell, and work at the door' },
  sales: { name: 'Sales', does: 'sell tickets with personal links and earn commission' },
  door: { name: 'Door', does: 'check tickets at the door' },
}

export const canHaveTrackingLinks = (role: MemberRole): boolean =>
  ROLE_PERMISSIONS[role].includes('sales:track')
