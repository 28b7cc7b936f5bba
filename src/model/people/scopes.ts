import * as z from 'zod/mini'
import { permissionsOf, type MemberRole } from './members.ts'

const NEEDS = {
  'events:read': 'promoter:manage',
  'events:write': 'promoter:manage',
  'pricing:read': 'promoter:manage',
  'pricing:write': 'promoter:manage',
  'orders:read': 'promoter:manage',
  'orders:write': 'promoter:manage',
  'check-ins:read': 'promoter:manage',
  'check-ins:write': 'promoter:manage',
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
  devices: 'promoter:manage',
  keys: 'promoter:own',
  bank: 'promoter:own',
} as const

export type Scope = keyof typeof NEEDS

// Object.keys returns string[]; the keys of this constant are Scopes.
const SCOPES = Object.keys(NEEDS) as Scope[]

/**
 * Scopes that API keys can't have: `keys` could create other keys, `devices` creates tokens of devices, and `bank`
 * decides where the promoter's money goes.
 */
const SESSION_SCOPES = ['devices', 'keys', 'bank'] as const satisfies readonly Scope[]
export type KeyScope = Exclude<Scope, (typeof SESSION_SCOPES)[number]>

export const isKeyScope = (scope: Scope): scope is KeyScope =>
  !SESSION_SCOPES.some((session) => session === scope)

export const KEY_SCOPES = SCOPES.filter(isKeyScope)
export const keyScope = z.enum(KEY_SCOPES)

/** Milliseconds for which an operator may act for a promoter. */
export const SUPPORT_SESSION_MS = 3_600_000

/**
 * Scopes of an operator who acts for a promoter. New scopes aren't allowed unless they are added here. Payouts, bank
 * details, keys, webhooks and changes of the team are excluded. Deletions are refused by their HTTP method.
 */
const FOR_SUPPORT: ReadonlySet<Scope> = new Set([
  'events:read',
  'events:write',
  'pricing:read',
  'pricing:write',
  'orders:read',
  'orders:write',
  'check-ins:read',
  'reports:read',
  'letters:read',
  'letters:write',
  'domains:read',
  'audit:read',
  'staff:read',
  'site:read',
  'site:write',
  'promoter:write',
])

export const isSupportScope = (scope: Scope): boolean => FOR_SUPPORT.has(scope)

/**
 * Adds the read scope for each write scope, because responses of write calls contain the data. The result has no
 * duplicates.
 */
export const withReadScopes = <Given extends Scope>(scopes: readonly Given[]): Given[] =>
  SCOPES.filter((scope): scope is Given =>
    scopes.some((given) => given === scope || given === scope.replace(/:read$/, ':write')),
  )

/** True when members with the role have the scope. */
export const hasRoleScope = (scope: Scope, role: MemberRole): boolean =>
  permissionsOf([role]).includes(NEEDS[scope])
