import {
  domainStateAfterCheck,
  findCanonicalDomain,
  nextDomainCheckAt,
  doesDomainResolve,
} from '#model/sites/domains.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import {
  deleteHost,
  lockDomainClaims,
  setCanonicalDomain,
  claimDomainsToCheck,
  updateDomainClaim,
  type DomainClaim,
} from '#server/sites/domains/domain-rows.ts'
import { checkVerificationRecord } from '#server/sites/domains/check-verification-record.ts'
import { notifyOwnersOfDomain } from '#server/sites/domains/notify-owners.ts'

const BATCH = 20
const TAKEN_MS = 10 * 60_000

/**
 * Checks the DNS records of domains; each domain is checked by one node. If a record has been missing for longer than the
 * grace period, the domain is no longer served, and the promoter's other domains redirect to one that is.
 */
export async function recheckDomains(context: Context): Promise<void> {
  for (;;) {
    const now = context.clock.now()
    const due = { now: new Date(now), againAt: new Date(now + TAKEN_MS), limit: BATCH }
    const taken = await claimDomainsToCheck(context.db, due)
    // The domains are checked in parallel, because an unresponsive DNS server takes seconds.
    await Promise.all(taken.map((claim) => recheckAlone(context, claim)))
    if (taken.length < BATCH) return
  }
}

const recheckAlone = (context: Context, { promoterId, id, host, token }: DomainClaim): Promise<void> =>
  recheck(context, { promoterId, id, host, token }).catch((error: unknown) =>
    context.log.error({ err: error, host }, 'A domain could not be checked'),
  )

async function recheck(
  context: Context,
  taken: Pick<DomainClaim, 'promoterId' | 'id' | 'host' | 'token'>,
): Promise<void> {
  const found = await checkVerificationRecord(context, taken)
  const now = context.clock.now()
  await transact(context.db, async (trx) => {
    const claims = await lockDomainClaims(trx, taken.promoterId)
    const claim = claims.find((each) => each.id === taken.id)
    // The domain was deleted or changed during the DNS query.
    if (!claim || !doesDomainResolve(claim.status)) return succeed(null)
    const before = { status: claim.status, failingSince: claim.failingSince?.getTime() }
    const { status, failingSince } = domainStateAfterCheck(before, found, now)
    const isOver = !doesDomainResolve(status)
    if (isOver && claim.isCanonical)
      await setCanonicalDomain(
        trx,
        taken.promoterId,
        findCanonicalDomain(claims.filter((each) => each !== claim)),
      )
    if (isOver) await deleteHost(trx, claim)
    await updateDomainClaim(trx, claim, {
      status,
      failingSince: failingSince === undefined ? null : new Date(failingSince),
      checkedAt: new Date(now),
      checkDueAt: isOver ? null : new Date(nextDomainCheckAt({ id: claim.id, failingSince }, found, now)),
    })
    await notifyOwnersOfDomain(trx, claim, { status, now: new Date(now) })
    return succeed(null)
  })
}
