import { fail } from '#contracts/platform/errors.ts'
import { doesDomainResolve } from '#model/sites/domains.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { lockDomainClaims, setCanonicalDomain } from './domain-rows.ts'

/** Sets the canonical domain in the caller's transaction. DOMAIN_NOT_PROVEN when the domain doesn't resolve. */
export async function makeDomainCanonical(
  trx: Db,
  caller: PromoterCaller,
  { id, now }: { id: string; now: Date },
): Promise<Result<null, 'NOT_FOUND' | 'DOMAIN_NOT_PROVEN'>> {
  const claims = await lockDomainClaims(trx, caller.promoterId)
  const claim = claims.find((each) => each.id === id)
  if (!claim) return fail('NOT_FOUND')
  if (!doesDomainResolve(claim.status)) return fail('DOMAIN_NOT_PROVEN')
  await setCanonicalDomain(trx, caller.promoterId, claim)
  const main = (host: string | undefined) => ({ mainAddress: host ?? null })
  const states = { before: main(claims.find((each) => each.isCanonical)?.host), after: main(claim.host) }
  const subject = { id, name: claim.host }
  await recordChange(trx, { ...caller, action: 'domain.made_main', subject, ...states }, now)
  return succeed(null)
}
