import * as z from 'zod/mini'
import { permissionsOf, type MemberRole } from './members.ts'

/**
 * What a call to a promoter's own endpoints may be about. Members have those of their role, an API key the ones that it was
 * given. `keys` are never given to a key: it could make itself another.
 */
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

// Object.keys answers the keys of a constant as plain texts.
const SCOPES = Object.keys(NEEDS) as Scope[]

/** What a key may be given. */
export const KEY_SCOPES = SCOPES.filter((scope) => scope !== 'keys')
export const keyScope = z.enum(KEY_SCOPES)

/** The same with the scope to read for each scope to write: writing answers with what was written. Each once. */
export const withReadScopes = <Given extends Scope>(scopes: readonly Given[]): Given[] =>
  SCOPES.filter((scope): scope is Given =>
    scopes.some((given) => given === scope || given === scope.replace(/:read$/, ':write')),
  )

/** Whether a member of this role may do what the scope covers. */
export const isInRole = (scope: Scope, role: MemberRole): boolean =>
  permissionsOf([role]).includes(NEEDS[scope])
