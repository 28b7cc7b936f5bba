import { withReadScopes, type Scope } from '#model/scopes.ts'

export type KeyScope = Exclude<Scope, 'keys'>

/** What a key may do, in words, by what it is about. */
export const SCOPE_GROUPS: readonly (readonly [
  about: string,
  scopes: readonly (readonly [scope: KeyScope, words: string])[],
])[] = [
  [
    'Events and tickets',
    [
      ['events:read', 'See'],
      ['events:write', 'Create and change'],
    ],
  ],
  [
    'Prices, fees and promo codes',
    [
      ['pricing:read', 'See'],
      ['pricing:write', 'Change'],
    ],
  ],
  [
    'Orders and attendees',
    [
      ['orders:read', 'See'],
      ['orders:write', 'Change and refund'],
    ],
  ],
  ['Reports', [['reports:read', 'See']]],
  [
    'E-mails',
    [
      ['letters:read', 'See'],
      ['letters:write', 'Write and send'],
    ],
  ],
  [
    'Staff and links',
    [
      ['staff:read', 'See'],
      ['staff:write', 'Invite and change'],
    ],
  ],
  [
    'Payouts',
    [
      ['payouts:read', 'See'],
      ['payouts:write', 'Decide'],
    ],
  ],
  [
    'Your site',
    [
      ['site:read', 'See'],
      ['site:write', 'Change'],
    ],
  ],
  ['Domains', [['domains:read', 'See']]],
  ['Settings', [['promoter:write', 'Change']]],
  ['Audit log', [['audit:read', 'See']]],
]

/** The choice after a change: a scope to write brings the one to read, which takes it along when it is unticked. */
export function completeScopes(
  before: readonly KeyScope[],
  chosen: readonly KeyScope[],
): readonly KeyScope[] {
  const removed = before.find((scope) => !chosen.includes(scope))
  return withReadScopes(chosen.filter((scope) => scope !== removed?.replace(/:read$/, ':write')))
}

/** 'Orders and attendees: see, change and refund'. */
export function scopeLines(scopes: readonly KeyScope[]): string[] {
  return SCOPE_GROUPS.flatMap(([about, all]) => {
    const words = all.filter(([scope]) => scopes.includes(scope)).map(([, each]) => each.toLowerCase())
    return words.length > 0 ? [`${about}: ${words.join(', ')}`] : []
  })
}
