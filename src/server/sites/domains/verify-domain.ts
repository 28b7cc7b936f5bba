import type { verifyDomain as contract } from '#contracts/console/domains.ts'
import { fail } from '#contracts/platform/errors.ts'
import { domainStateAfterCheck, nextDomainCheckAt } from '#model/sites/domains.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { DNS_LOOKUP_LIMIT } from './check-domain.ts'
import {
  findDomainClaim,
  lockDomainClaims,
  setCanonicalDomain,
  putHost,
  updateDomainClaim,
} from './domain-rows.ts'
import { verificationRecord, viewDomain } from './domain-view.ts'
import { checkVerificationRecord } from './check-verification-record.ts'

const WHY = {
  missing:
    'The record can’t be found yet. It can take minutes, sometimes hours, until a new record is visible.',
  'no answer': 'The DNS servers of this domain didn’t respond. Try again in a few minutes.',
} as const

/**
 * Looks up the verification record. When it is found, all nodes serve the domain at once. A promoter's first verified
 * domain becomes canonical. When two promoters verify the same domain at the same time, one of them gets
 * DOMAIN_TAKEN.
 */
export const verifyDomain: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const find = { promoterId: call.promoterId, id: call.params.id }
  const claim = await findDomainClaim(context.db, find)
  if (!claim) return fail('NOT_FOUND')
  const tooMany = await context.limits.consume(DNS_LOOKUP_LIMIT, call.promoterId)
  if (tooMany) return tooMany
  const found = await checkVerificationRecord(context, claim)
  if (found !== 'proven')
    return fail('DOMAIN_NOT_PROVEN', { why: WHY[found], record: verificationRecord(claim) })
  const now = context.clock.now()
  const at = new Date(now)
  return transact(context.db, async (trx) => {
    const claims = await lockDomainClaims(trx, call.promoterId)
    const current = claims.find((each) => each.id === claim.id)
    // The domain was deleted while its record was looked up.
    if (!current) return fail('NOT_FOUND')
    if (!(await putHost(trx, current, at))) return fail('DOMAIN_TAKEN')
    const { status } = domainStateAfterCheck({ status: current.status, failingSince: undefined }, found, now)
    await updateDomainClaim(trx, current, {
      status,
      failingSince: null,
      verifiedAt: current.status === 'verified' ? current.verifiedAt : at,
      checkedAt: at,
      checkDueAt: new Date(nextDomainCheckAt({ id: current.id, failingSince: undefined }, found, now)),
    })
    if (!claims.some((each) => each.isCanonical)) await setCanonicalDomain(trx, call.promoterId, current)
    const { promoterId, actor } = call
    const subject = { id: current.id, name: current.host }
    const states = { before: { status: current.status }, after: { status } }
    await recordChange(trx, { promoterId, actor, action: 'domain.verified', subject, ...states }, at)
    const after = await lockDomainClaims(trx, call.promoterId)
    const mine = after.find((each) => each.id === current.id) ?? current
    return succeed({ domain: viewDomain(context.config, mine, after) })
  })
}
