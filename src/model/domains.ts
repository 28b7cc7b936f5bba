import * as z from 'zod/mini'

/** PRODUCT §4. `verified` and `failing` resolve; `lapsed` has been without its proof for longer than the grace. */
export const domainStatus = z.enum(['pending', 'verified', 'failing', 'lapsed'])
export type DomainStatus = z.infer<typeof domainStatus>

export const DOMAIN_TRANSITIONS: Readonly<Record<DomainStatus, readonly DomainStatus[]>> = {
  pending: ['verified'],
  verified: ['failing'],
  failing: ['verified', 'lapsed'],
  lapsed: ['verified'],
}

export const RECHECK_MS = 24 * 3_600_000
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

/** Where the proof is published. */
export const proofName = (host: string): string => `_foyer.${host}`
