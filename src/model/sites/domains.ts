import * as z from 'zod/mini'

/** `verified` and `failing` resolve; `lapsed` has lacked its DNS record for longer than the grace period. */
export const domainStatus = z.enum(['pending', 'verified', 'failing', 'lapsed'])
export type DomainStatus = z.infer<typeof domainStatus>

const DOMAIN_TRANSITIONS: Readonly<Record<DomainStatus, readonly DomainStatus[]>> = {
  pending: ['verified'],
  verified: ['failing'],
  failing: ['verified', 'lapsed'],
  lapsed: ['verified'],
}

const RECHECK_MS = 24 * 3_600_000
export const statesBefore = (status: DomainStatus): DomainStatus[] => [
  status,
  ...domainStatus.options.filter((from) => DOMAIN_TRANSITIONS[from].includes(status)),
]

/** Random offset between daily checks of domains that were verified together. */
const SPREAD_MS = 2 * 3_600_000
/** Minimum delay before a check without a result is repeated. */
const ASK_AGAIN_MS = 3_600_000
/** Grace period: how long a domain keeps resolving after its DNS record disappears. */
export const GRACE_MS = 7 * 24 * 3_600_000

export const resolves = (status: DomainStatus): boolean => status === 'verified' || status === 'failing'

/** `proven`: record found; `missing`: no record; otherwise DNS gave no answer, which changes nothing. */
export function afterCheck(
  claim: { status: DomainStatus; failingSince: number | undefined },
  found: 'proven' | 'missing' | 'no answer',
  now: number,
): { status: DomainStatus; failingSince: number | undefined } {
  if (found === 'proven') return { status: 'verified', failingSince: undefined }
  if (found === 'no answer' || !resolves(claim.status)) return claim
  const failingSince = claim.failingSince ?? now
  return now - failingSince >= GRACE_MS
    ? { status: 'lapsed', failingSince: undefined }
    : { status: 'failing', failingSince }
}

/** Daily at the domain's own time of day, and when its grace period ends. Milliseconds since the epoch. */
export function nextCheckAt(
  claim: { id: string; failingSince: number | undefined },
  found: 'proven' | 'missing' | 'no answer',
  now: number,
): number {
  if (found === 'no answer') return now + ASK_AGAIN_MS
  const own = (Number.parseInt(claim.id.slice(0, 4), 16) / 0x1_00_00) * SPREAD_MS
  const daily = now + RECHECK_MS - own
  return claim.failingSince === undefined ? daily : Math.min(daily, claim.failingSince + GRACE_MS)
}

/** Name of the TXT record that verifies a domain. */
export const proofName = (host: string): string => `_foyer.${host}`

/** Domain that the others redirect to. Of those that resolve: verified before failing, then the one verified first. */
export const canonicalOf = <Claim extends { status: DomainStatus; verifiedAt: Date | null }>(
  claims: readonly Claim[],
): Claim | undefined =>
  claims
    .filter((claim) => resolves(claim.status))
    .toSorted(
      (a, b) => Number(a.status === 'failing') - Number(b.status === 'failing') || timeOf(a) - timeOf(b),
    )
    .at(0)

const timeOf = ({ verifiedAt }: { verifiedAt: Date | null }): number => verifiedAt?.getTime() ?? 0
