import type { Endpoint } from '#contracts/platform/endpoint.ts'
import type { MemberRole, StaffPermission } from '#model/people/members.ts'
import type { Scope } from '#model/people/scopes.ts'
import { endpointKey } from '#server/openapi/contract-names.ts'
import type { Caller, DeviceName, PersonName, Place } from './stage.ts'

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
  'check-ins:read': MANAGERS,
  'check-ins:write': MANAGERS,
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
  devices: MANAGERS,
  keys: OWNERS,
  bank: OWNERS,
}
const BY_PERMISSION: Readonly<Record<StaffPermission, readonly MemberRole[]>> = {
  'staff:access': ['door', 'sales', 'manager', 'owner'],
  'sales:track': ['sales', 'manager', 'owner'],
  'door:scan': ['door', 'manager', 'owner'],
  'promoter:own': ['owner'],
}

export type Verdict = 'in' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND' | 'DEVICE_REVOKED'

/** Returns the answer that `access`, `scope` and `permission` of the contract imply for this caller at this place. */
export function expectedVerdict(contract: Endpoint, caller: Caller, place: Place): Verdict {
  const { access } = contract
  if (access === 'anyone' || access === 'signature') return 'in'
  if ('scope' in caller) return forKey(contract, caller.scope)
  if ('device' in caller) return forDevice(contract, caller.device)
  return forPerson(contract, caller.person, place)
}

function forPerson(contract: Endpoint, person: PersonName, place: Place): Verdict {
  const { access } = contract
  if (person === 'nobody') return 'UNAUTHENTICATED'
  if (access === 'account') return 'in'
  if (access === 'operator') return forOperators(person, place)
  if (person === 'operator acting for the promoter') return forSupport(contract, place)
  if (access === 'promoter') return isOneOf(BY_SCOPE[scopeOf(contract)], person) ? 'in' : 'FORBIDDEN'
  if (person === 'another promoter’s owner') return 'NOT_FOUND'
  const permission = access === 'door' ? 'door:scan' : permissionOf(contract)
  return isOneOf(BY_PERMISSION[permission], person) ? 'in' : 'FORBIDDEN'
}

/** A paired device calls the door's contracts only. */
function forDevice({ access, right, params, path }: Endpoint, device: DeviceName): Verdict {
  if (access !== 'door') return 'UNAUTHENTICATED'
  if (device === 'another promoter’s door device') return 'NOT_FOUND'
  if (device === 'revoked door device') return 'DEVICE_REVOKED'
  if (device === 'door device that only scans' && right !== 'scan') return 'FORBIDDEN'
  if (device === 'door device of another event' && params) return 'NOT_FOUND'
  // A device voids its own sales; the order of the stage is none.
  return path.endsWith('/void') ? 'NOT_FOUND' : 'in'
}

const forOperators = (person: PersonName, place: Place): Verdict =>
  person.startsWith('operator') && place === 'main site' ? 'in' : 'FORBIDDEN'

/** Everything of an owner, except payouts, bank details, keys, webhooks, the team, and deletions. */
function forSupport(contract: Endpoint, place: Place): Verdict {
  if (contract.access !== 'promoter' || place !== 'main site' || contract.method === 'DELETE')
    return 'FORBIDDEN'
  return NOT_FOR_SUPPORT.includes(scopeOf(contract)) ? 'FORBIDDEN' : 'in'
}

const NOT_FOR_SUPPORT: readonly Scope[] = [
  'keys',
  'devices',
  'staff:write',
  'payouts:read',
  'payouts:write',
  'bank',
  'check-ins:write',
]

const isOneOf = (roles: readonly string[], person: string): boolean => roles.includes(person)

/** An API key has one scope; a write scope includes its read scope. Keys are not accounts. */
function forKey(contract: Endpoint, given: Scope): Verdict {
  if (contract.access !== 'promoter') return 'UNAUTHENTICATED'
  if (REFUSED_TO_KEYS.includes(endpointKey(contract))) return 'FORBIDDEN'
  const scope = scopeOf(contract)
  return scope === given || scope.replace(':read', ':write') === given ? 'in' : 'FORBIDDEN'
}

const REFUSED_TO_KEYS = [
  // A key changes only memberships that it created: `tests/server/people/members/authority.test.ts`.
  'PUT /api/promoter/members/{accountId}',
  // A key changes the schedule but not the method: `tests/server/money/settlements/settlement-account.test.ts`.
  'PUT /api/promoter/settlement-settings',
]

function scopeOf({ scope, ...contract }: Endpoint): Scope {
  if (!scope) throw new Error(`${endpointKey(contract)} has no scope.`)
  return scope
}

function permissionOf({ permission, ...contract }: Endpoint): StaffPermission {
  if (!permission) throw new Error(`${endpointKey(contract)} has no permission.`)
  return permission
}
