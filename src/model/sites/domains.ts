import * as z from 'zod/mini'

/**
 * A domain resolves while it is `verified` or `failing`. `lapsed`: its DNS record has been missing for longer than
 * the grace period.
 */
export const domainStatus = z.enum(['pending', 'verified', 'failing', 'lapsed'])
export type DomainStatus = z.infer<typeof domainStatus>

const DOMAIN_TRANSITIONS: Readonly<Record<DomainStatus, readonly DomainStatus[]>> = {
  pending: ['verified'],
  verified: ['failing'],
  failing: ['verified', 'lapsed'],
  lapsed: ['verified'],
}

const RECHECK_MS = 24 * 3_600_000
/** States from which a domain can change to `status`, including `status` itself. */
export const domainStatusesBefore = (status: DomainStatus): DomainStatus[] => [
  status,
  ...domainStatus.options.filter((from) => DOMAIN_TRANSITIONS[from].includes(status)),
]

/**
 * Maximum number of milliseconds by which daily checks are spread, so that domains verified together aren't checked
 * at the same time.
 */
const SPREAD_MS = 2 * 3_600_000
/** Minimum delay in milliseconds before a check that gave no result is repeated. */
const ASK_AGAIN_MS = 3_600_000
/** Grace period in milliseconds, for which a domain keeps resolving after its DNS record disappeared. */
export const DOMAIN_GRACE_MS = 7 * 24 * 3_600_000

export const doesDomainResolve = (status: DomainStatus): boolean =>
  status === 'verified' || status === 'failing'

/**
 * Returns the state after a check. `proven`: the record was found. `missing`: there is none. `no answer`: DNS gave no
 * result, which changes nothing.
 */
export function domainStateAfterCheck(
  claim: { status: DomainStatus; failingSince: number | undefined },
  result: 'proven' | 'missing' | 'no answer',
  now: number,
): { status: DomainStatus; failingSince: number | undefined } {
  if (result === 'proven') return { status: 'verified', failingSince: undefined }
  if (result === 'no answer' || !doesDomainResolve(claim.status)) return claim
  const failingSince = claim.failingSince ?? now
  return now - failingSince >= DOMAIN_GRACE_MS
    ? { status: 'lapsed', failingSince: undefined }
    : { status: 'failing', failingSince }
}

/**
 * Returns when to check next, in milliseconds since the epoch: 22 to 24 hours later, depending on the domain's id, or at the
 * end of its grace period. After a check without result, an hour later.
 */
export function nextDomainCheckAt(
  claim: { id: string; failingSince: number | undefined },
  result: 'proven' | 'missing' | 'no answer',
  now: number,
): number {
  if (result === 'no answer') return now + ASK_AGAIN_MS
  const own = (Number.parseInt(claim.id.slice(0, 4), 16) / 0x1_00_00) * SPREAD_MS
  const daily = now + RECHECK_MS - own
  return claim.failingSince === undefined ? daily : Math.min(daily, claim.failingSince + DOMAIN_GRACE_MS)
}

export const verificationRecordName = (host: string): string => `_foyer.${host}`

/**
 * Returns the domain to which the others redirect. Of the domains that resolve, verified ones come before failing
 * ones, then the one that was verified first.
 */
export const findCanonicalDomain = <Claim extends { status: DomainStatus; verifiedAt: Date | null }>(
  claims: readonly Claim[],
): Claim | undefined =>
  claims
    .filter((claim) => doesDomainResolve(claim.status))
    .toSorted(
      (a, b) => Number(a.status === 'failing') - Number(b.status === 'failing') || timeOf(a) - timeOf(b),
    )
    .at(0)

const timeOf = ({ verifiedAt }: { verifiedAt: Date | null }): number => verifiedAt?.getTime() ?? 0
