import * as z from 'zod/mini'

/** PRODUCT §4. `verified` and `failing` resolve; `lapsed` has been without its proof for longer than the grace. */
export const domainStatus = z.enum(['pending', 'verified', 'failing', 'lapsed'])
export type DomainStatus = z.infer<typeof domainStatus>

const DOMAIN_TRANSITIONS: Readonly<Record<DomainStatus, readonly DomainStatus[]>> = {
  pending: ['verified'],
  verified: ['failing'],
  failing: ['verified', 'lapsed'],
  lapsed: ['verified'],
}

const RECHECK_MS = 24 * 3_600_000
/** The states that a claim may be in before it is in this one: those that lead to it, and itself. */
export const statesBefore = (status: DomainStatus): DomainStatus[] => [
  status,
  ...domainStatus.options.filter((from) => DOMAIN_TRANSITIONS[from].includes(status)),
]

/** How far the checks of names that were verified together drift apart each day. */
const SPREAD_MS = 2 * 3_600_000
/** No answer is asked for again before the day is over. */
const ASK_AGAIN_MS = 3_600_000
/** How long a name goes on resolving when its proof can't be found any more. */
export const GRACE_MS = 7 * 24 * 3_600_000

export const resolves = (status: DomainStatus): boolean => status === 'verified' || status === 'failing'

/** What a check means for a claim: the proof was found, was not there, or could not be asked for (no answer is no verdict). */
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

/** When a name that resolves is looked up again: daily, at a moment of its own, and when its grace ends. Milliseconds. */
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

/** Where the proof is published. */
export const proofName = (host: string): string => `_foyer.${host}`

/** The name that the others shall lead to: of those that resolve, the one that was verified first, proven ones before others. */
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
