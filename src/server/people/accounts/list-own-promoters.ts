import type { listOwnPromoters as contract } from '#contracts/account/accounts.ts'
import { succeed } from '#model/platform/result.ts'
import { isInScope, scopeOf } from '#model/sites/sites.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { findMemberships } from './account-rows.ts'

export const listOwnPromoters: UseCase<typeof contract, AccountCall> = async (context, { account, site }) => {
  const memberships = await findMemberships(context.db, account.id)
  const scope = scopeOf(site)
  const promoters = memberships
    .filter(({ promoterId }) => isInScope(scope, promoterId))
    .flatMap(({ promoterId: id, promoterName: name, role, requiresSecondFactor }) =>
      role === 'owner' || role === 'manager'
        ? [{ id, name, role, needsSecondFactor: requiresSecondFactor && !account.hasSecondFactor }]
        : [],
    )
  return succeed({ promoters })
}
