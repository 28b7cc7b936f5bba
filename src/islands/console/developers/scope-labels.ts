import { withReadScopes, type KeyScope } from '#model/people/scopes.ts'

/** Scopes with their labels, grouped by kind of data. */
export const SCOPE_GROUPS: readonly (readonly [
  about: string,
  scopes: readonly (readonly [scope: KeyScope, words: string])[],
])[] = [
  [
    'Events and tickets',
    [
      ['events:read', 'View'],
      ['events:write', 'Create and change'],
    ],
  ],
  [
    'Prices, fees and promo codes',
    [
      ['pricing:read', 'View'],
      ['pricing:write', 'Change'],
    ],
  ],
  [
    'Orders and attendees',
    [
      ['orders:read', 'View'],
      ['orders:write', 'Change and refund'],
    ],
  ],
  [
    'Check-in',
    [
      ['check-ins:read', 'View'],
      ['check-ins:write', 'Check tickets, undo and resolve'],
    ],
  ],
  ['Reports', [['reports:read', 'View']]],
  [
    'Emails',
    [
      ['letters:read', 'View'],
      ['letters:write', 'Write and send'],
    ],
  ],
  [
    'Team and links',
    [
      ['staff:read', 'View'],
      ['staff:write', 'Invite and change'],
    ],
  ],
  [
    'Payouts',
    [
      ['payouts:read', 'View'],
      ['payouts:write', 'Approve or refuse'],
    ],
  ],
  [
    'Your site',
    [
      ['site:read', 'View'],
      ['site:write', 'Change'],
    ],
  ],
  ['Domains', [['domains:read', 'View']]],
  ['Settings', [['promoter:write', 'Change']]],
  ['Audit log', [['audit:read', 'View']]],
]

/**
 * Returns the selection after a checkbox was changed. A write scope adds its read scope; removing a read scope removes its write scopes.
 */
export function completeScopes(
  before: readonly KeyScope[],
  chosen: readonly KeyScope[],
): readonly KeyScope[] {
  const removed = before.find((scope) => !chosen.includes(scope))
  return withReadScopes(chosen.filter((scope) => scope !== removed?.replace(/:read$/, ':write')))
}

/** Describes scopes by kind of data, for example 'Orders and attendees: see, change and refund'. */
export function scopeLabels(scopes: readonly KeyScope[]): string[] {
  return SCOPE_GROUPS.flatMap(([about, all]) => {
    const words = all.filter(([scope]) => scopes.includes(scope)).map(([, each]) => each.toLowerCase())
    return words.length > 0 ? [`${about}: ${words.join(', ')}`] : []
  })
}
