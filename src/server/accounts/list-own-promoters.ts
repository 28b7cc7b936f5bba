import type { listOwnPromoters as contract } from '#contracts/accounts.ts'
import { permissionsOf } from '#model/members.ts'
import { succeed } from '#model/result.ts'
import { isInScope, scopeOf } from '#model/sites.ts'
import type { AccountCall, UseCase } from '../use-case.ts'
import { findMemberships } from './account-rows.ts'

/** The promoters that the account owns and that this site may speak of: on a storefront its own. */
export const listOwnPromoters: UseCase<typeof contract, AccountCall> = async (context, { account, site }) => {
  const memberships = await findMemberships(context.db, account.id)
  const scope = scopeOf(site)
  const promoters = memberships
    .filter(
      ({ role, promoterId }) =>
        permissionsOf([role]).includes('promoter:own') && isInScope(scope, promoterId),
    )
    .map(({ promoterId: id, promoterName: name, requiresSecondFactor }) => ({
      id,
      name,
      needsSecondFactor: requiresSecondFactor && !account.hasSecondFactor,
    }))
  return succeed({ promoters })
}
