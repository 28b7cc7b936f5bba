import { fail } from '#contracts/errors.ts'
import { permissionsOf } from '#model/members.ts'
import { succeed, type Result } from '#model/result.ts'
import { findMemberships } from '../accounts/account-rows.ts'
import type { Context } from '../context.ts'
import type { AccountCall } from '../use-case.ts'

/** Whose links a call is about. */
export interface LinkOwner {
  promoterId: string
  memberId: string
}

/**
 * The caller as a member who sells for a promoter: the host's on a storefront, elsewhere the one of the `X-Promoter-User-Id` header, or
 * the only one. FORBIDDEN for who sells for nobody, or signed in without the factor that the promoter asks for; NOT_FOUND for a promoter
 * that the caller does not work for.
 */
export async function findLinkOwner(
  context: Context,
  { site, promoterUserId, account }: Pick<AccountCall, 'site' | 'promoterUserId' | 'account'>,
): Promise<Result<LinkOwner, 'FORBIDDEN' | 'NOT_FOUND'>> {
  const memberships = await findMemberships(context.db, account.id)
  if (site.kind === 'unknown' || memberships.length === 0) return fail('FORBIDDEN')
  const host = site.kind === 'storefront' ? site.promoterId : undefined
  const meant = host ?? promoterUserId
  if (promoterUserId !== undefined && promoterUserId !== meant) return fail('NOT_FOUND')
  const own = memberships.filter(({ promoterId }) => meant === undefined || promoterId === meant)
  if (own.length === 0) return fail('NOT_FOUND')
  const [only, ...others] = own.filter(
    ({ role, requiresSecondFactor }) =>
      permissionsOf([role]).includes('sales:track') && (account.hasSecondFactor || !requiresSecondFactor),
  )
  if (!only || others.length > 0) return fail('FORBIDDEN')
  return succeed({ promoterId: only.promoterId, memberId: account.id })
}
