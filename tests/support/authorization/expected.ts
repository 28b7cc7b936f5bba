import type { Endpoint } from '#contracts/platform/endpoint.ts'
import type { MemberRole, StaffPermission } from '#model/people/members.ts'
import type { Scope } from '#model/people/scopes.ts'
import { keyOf } from '#server/openapi/contract-names.ts'
import type { Caller, PersonName, Place } from './stage.ts'

/** Roles by scope and permission, independent of the code under test. A missing scope is a type error. */
const MANAGERS: readonly MemberRole[] = ['manager', 'owner']
const OWNERS: readonly MemberRole[] = ['owner']
const BY_SCOPE: Readonly<Record<Scope, readonly MemberRole[]>> = {
  'events:read': MANAGERS,
  'events:write': MANAGERS,
  'pricing:read': MANAGERS,
  'pricing:write': MANAGERS,
  'orders:read': MANAGERS,
  'orders:write': MANAGERS,
  'reports:read': MANAGERS,
  'letters:read': MANAGERS,
  'letters:write': MANAGERS,
  'domains:read': MANAGERS,
  'audit:read': MANAGERS,
  'staff:read': OWNERS,
  'staff:write': OWNERS,
  'payouts:read': OWNERS,
  'payouts:write': OWNERS,
  'site:read': OWNERS,
  'site:write': OWNERS,
  'promoter:write': OWNERS,
  keys: OWNERS,
}
const BY_PERMISSION: Readonly<Record<StaffPermission, readonly MemberRole[]>> = {
  'staff:access': ['door', 'sales', 'manager', 'owner'],
  'sales:track': ['sales', 'manager', 'owner'],
  'promoter:own': ['owner'],
}

export type Verdict = 'in' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND'

/** Returns the answer that `access`, `scope` and `permission` of the contract imply for this caller at this place. */
export function expectedVerdict(contract: Endpoint, caller: Caller, place: Place): Verdict {
  const { access } = contract
  if (access === 'anyone' || access === 'signature') return 'in'
  if ('scope' in caller) return forKey(contract, caller.scope)
  return forPerson(contract, caller.person, place)
}

function forPerson(contract: Endpoint, person: PersonName, place: Place): Verdict {
  const { access } = contract
  if (person === 'nobody') return 'UNAUTHENTICATED'
  if (access === 'account') return 'in'
  if (access === 'operator') return person === 'operator' && place === 'main site' ? 'in' : 'FORBIDDEN'
  if (access === 'promoter') return isOneOf(BY_SCOPE[scopeOf(contract)], person) ? 'in' : 'FORBIDDEN'
  if (person === 'another promoter’s owner') return 'NOT_FOUND'
  return isOneOf(BY_PERMISSION[permissionOf(contract)], person) ? 'in' : 'FORBIDDEN'
}

const isOneOf = (roles: readonly string[], person: string): boolean => roles.includes(person)

/** An API key has one scope; a write scope includes its read scope. Keys are not accounts. */
function forKey(contract: Endpoint, given: Scope): Verdict {
  if (contract.access !== 'promoter') return 'UNAUTHENTICATED'
  if (keyOf(contract) === ONLY_OWN_GRANTS) return 'FORBIDDEN'
  const scope = scopeOf(contract)
  return scope === given || scope.replace(':read', ':write') === given ? 'in' : 'FORBIDDEN'
}

/** A key changes only memberships that it created: `tests/server/people/members/authority.test.ts`. */
const ONLY_OWN_GRANTS = 'PUT /api/promoter/members/{accountId}'

function scopeOf({ scope, ...contract }: Endpoint): Scope {
  if (!scope) throw new Error(`${keyOf(contract)} has no scope.`)
  return scope
}

function permissionOf({ permission, ...contract }: Endpoint): StaffPermission {
  if (!permission) throw new Error(`${keyOf(contract)} has no permission.`)
  return permission
}
