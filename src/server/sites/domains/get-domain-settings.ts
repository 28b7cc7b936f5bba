import type { getDomainSettings as contract } from '#contracts/console/domains.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listDomainClaims } from './domain-rows.ts'
import { viewDomain } from './domain-view.ts'
import { findBranding } from '#server/sites/branding/branding-rows.ts'

export const getDomainSettings: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const [claims, branding] = await Promise.all([
    listDomainClaims(context.db, call.promoterId),
    findBranding(context.db, call.promoterId),
  ])
  const claim = claims.find((each) => each.id === call.params.id)
  return claim && branding
    ? succeed({ domain: viewDomain(context.config, claim, claims), ...branding })
    : fail('NOT_FOUND')
}
