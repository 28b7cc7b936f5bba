import { fail } from '#contracts/errors.ts'
import { permissionsOf } from '#model/members.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { AccountCall } from '../use-case.ts'
import { findMemberships } from './account-rows.ts'

type Permission = 'promoter:manage' | 'promoter:own'

/**
 * The promoter that a call is about: the host's on a storefront, elsewhere the one of the `X-Promoter-User-Id` header, or the
 * only one where the caller has the permission. FORBIDDEN when the caller has it at none of them, or the header contradicts
 * the host.
 */
export async function findOwnPromoter(
  context: Context,
  { site, promoterUserId, account }: Pick<AccountCall, 'site' | 'promoterUserId' | 'account'>,
  permission: Permission,
): Promise<Result<string, 'FORBIDDEN'>> {
  if (site.kind === 'unknown') return fail('FORBIDDEN')
  const memberships = await findMemberships(context.db, account.id)
  const allowed = memberships.filter(
    ({ role, requiresSecondFactor }) =>
      permissionsOf([role]).includes(permission) && (account.hasSecondFactor || !requiresSecondFactor),
  )
  const meant = site.kind === 'storefront' ? site.promoterId : promoterUserId
  if (site.kind === 'storefront' && promoterUserId !== undefined && promoterUserId !== meant)
    return fail('FORBIDDEN')
  const [only, ...others] = allowed.filter(({ promoterId }) => meant === undefined || promoterId === meant)
  return only && others.length === 0 ? succeed(only.promoterId) : fail('FORBIDDEN')
}
