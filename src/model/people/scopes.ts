import * as z from 'zod/mini'
import { permissionsOf, type MemberRole } from './members.ts'

/** Permission that each scope requires. `keys` is never granted to an API key, because it could create another one. */
const NEEDS = {
  'events:read': 'promoter:manage',
  'events:write': 'promoter:manage',
  'pricing:read': 'promoter:manage',
  'pricing:write': 'promoter:manage',
  'orders:read': 'promoter:manage',
  'orders:write': 'promoter:manage',
  'reports:read': 'promoter:manage',
  'letters:read': 'promoter:manage',
  'letters:write': 'promoter:manage',
  'domains:read': 'promoter:manage',
  'audit:read': 'promoter:manage',
  'staff:read': 'promoter:own',
  'staff:write': 'promoter:own',
  'payouts:read': 'promoter:own',
  'payouts:write': 'promoter:own',
  'site:read': 'promoter:own',
  'site:write': 'promoter:own',
  'promoter:write': 'promoter:own',
  keys: 'promoter:own',
} as const

export type Scope = keyof typeof NEEDS

// Object.keys returns string[]; the keys of this constant are Scopes.
const SCOPES = Object.keys(NEEDS) as Scope[]

export const KEY_SCOPES = SCOPES.filter((scope) => scope !== 'keys')
export const keyScope = z.enum(KEY_SCOPES)

/** Adds the read scope for each write scope, because responses of write calls contain the data. No duplicates. */
export const withReadScopes = <Given extends Scope>(scopes: readonly Given[]): Given[] =>
  SCOPES.filter((scope): scope is Given =>
    scopes.some((given) => given === scope || given === scope.replace(/:read$/, ':write')),
  )

export const isInRole = (scope: Scope, role: MemberRole): boolean =>
  permissionsOf([role]).includes(NEEDS[scope])
