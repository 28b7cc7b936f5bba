import type { listOwnPromoters as contract, OwnPromoter } from '#contracts/account/accounts.ts'
import { succeed } from '#model/platform/result.ts'
import { isInSiteScope, siteScopeOf } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { findSupportSession } from '#server/people/support/support-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { findMemberships, listPromoterStatuses } from './membership-rows.ts'

export const listOwnPromoters: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, site } = call
  const [memberships, supported] = await Promise.all([
    findMemberships(context.db, account.id),
    listSupported(context, call),
  ])
  const scope = siteScopeOf(site)
  const own = memberships
    .filter(({ promoterId }) => isInSiteScope(scope, promoterId))
    .flatMap(({ promoterId: id, promoterName: name, role, requiresSecondFactor }) =>
      role === 'owner' || role === 'manager'
        ? [{ id, name, role, needsSecondFactor: requiresSecondFactor && !account.hasSecondFactor }]
        : [],
    )
  const found = [...own, ...supported.filter(({ id }) => own.every((each) => each.id !== id))]
  const statuses = await listPromoterStatuses(
    context.db,
    found.map(({ id }) => id),
  )
  return succeed({
    promoters: found.flatMap((promoter) => {
      const status = statuses.get(promoter.id)
      return status ? [{ ...promoter, ...status }] : []
    }),
  })
}

/**
 * Returns the promoter for which the account acts as an operator. Empty on sites where `find-caller.ts` would refuse
 * the operator's calls.
 */
async function listSupported(
  { db, clock }: Context,
  { account, site }: AccountCall,
): Promise<Omit<OwnPromoter, 'status' | 'statusReason'>[]> {
  if (site.kind !== 'main' || !account.hasSecondFactor) return []
  const running = await findSupportSession(db, { accountId: account.id, now: new Date(clock.now()) })
  if (!running) return []
  const { promoterId: id, promoterName: name, reason, endsAt } = running
  const support = { reason, endsAt: endsAt.toISOString() }
  return [{ id, name, role: 'owner', needsSecondFactor: false, support }]
}
