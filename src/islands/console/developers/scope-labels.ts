import { withReadScopes, type Scope } from '#model/people/scopes.ts'

export type KeyScope = Exclude<Scope, 'keys'>

/** Scopes with their labels, by subject. */
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
  ['Reports', [['reports:read', 'View']]],
  [
    'Emails',
    [
      ['letters:read', 'View'],
      ['letters:write', 'Write and send'],
    ],
  ],
  [
    'Staff and links',
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

/** The selection after a change: write scopes require the read scope, and removing the read scope removes them. */
export function completeScopes(
  before: readonly KeyScope[],
  chosen: readonly KeyScope[],
): readonly KeyScope[] {
  const removed = before.find((scope) => !chosen.includes(scope))
  return withReadScopes(chosen.filter((scope) => scope !== removed?.replace(/:read$/, ':write')))
}

/** 'Orders and attendees: see, change and refund'. */
export function scopeLabels(scopes: readonly KeyScope[]): string[] {
  return SCOPE_GROUPS.flatMap(([about, all]) => {
    const words = all.filter(([scope]) => scopes.includes(scope)).map(([, each]) => each.toLowerCase())
    return words.length > 0 ? [`${about}: ${words.join(', ')}`] : []
  })
}
