import type { deleteDomain as contract } from '#contracts/console/domains.ts'
import { fail } from '#contracts/platform/errors.ts'
import { findCanonicalDomain } from '#model/sites/domains.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { deleteDomainClaim, deleteHost, lockDomainClaims, setCanonicalDomain } from './domain-rows.ts'

export const deleteDomain: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  return transact(context.db, async (trx) => {
    const claims = await lockDomainClaims(trx, call.promoterId)
    const claim = claims.find((each) => each.id === call.params.id)
    if (!claim) return fail('NOT_FOUND')
    const others = claims.filter((each) => each !== claim)
    if (claim.isCanonical) await setCanonicalDomain(trx, call.promoterId, findCanonicalDomain(others))
    await deleteHost(trx, claim)
    await deleteDomainClaim(trx, claim)
    const { promoterId, actor } = call
    const subject = { id: claim.id, name: claim.host }
    const before = { host: claim.host, status: claim.status }
    const now = new Date(context.clock.now())
    await recordChange(trx, { promoterId, actor, action: 'domain.deleted', subject, before }, now)
    return succeed({})
  })
}
