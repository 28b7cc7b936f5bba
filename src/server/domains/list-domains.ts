import type { listDomains as contract } from '#contracts/domains.ts'
import { succeed } from '#model/result.ts'
import { findOwnPromoter } from '../accounts/find-own-promoter.ts'
import type { AccountCall, UseCase } from '../use-case.ts'
import { listClaims } from './domain-rows.ts'
import { viewDomain } from './domain-view.ts'

/** A promoter's domains, the oldest first. Managers may read them too; all else about them is the owners'. */
export const listDomains: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const promoter = await findOwnPromoter(context, call, 'promoter:manage')
  if (!promoter.success) return promoter
  const claims = await listClaims(context.db, promoter.data)
  return succeed({ domains: claims.map((claim) => viewDomain(context.config, claim, claims)) })
}
