import type { listDomains as contract } from '#contracts/console/domains.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listDomainClaims } from './domain-rows.ts'
import { viewDomain } from './domain-view.ts'

export const listDomains: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const claims = await listDomainClaims(context.db, call.promoterId)
  return succeed({ domains: claims.map((claim) => viewDomain(context.config, claim, claims)) })
}
