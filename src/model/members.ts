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

/** Everything that somebody with these roles may do, each permission once. */
export const permissionsOf = (roles: readonly MemberRole[]): string[] => [
  ...new Set(roles.flatMap((role) => PERMISSIONS[role])),
]

/** Who has tracking links of their own. */
export const maySell = (role: MemberRole): boolean => PERMISSIONS[role].includes('sales:track')
