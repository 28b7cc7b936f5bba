import { fail } from '#contracts/platform/errors.ts'
import { isInRole, type Scope } from '#model/people/scopes.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { isApiKey } from '#model/people/api-keys.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { findMemberships } from '#server/people/accounts/account-rows.ts'
import { authenticate } from '#server/people/sessions/authenticate.ts'
import { findKeyCaller } from '#server/people/api-keys/find-key-caller.ts'
import type { Context } from '#server/context.ts'
import type { Caller, Client } from '#server/use-case.ts'

export type CallerRequest = Pick<Caller, 'site' | 'promoterUserId'> & {
  client: Pick<Client, 'bearer' | 'origin'> & Partial<Pick<Client, 'address'>>
}

/**
 * On a storefront, the host's promoter; otherwise that of the `X-Promoter-User-Id` header or the only one where the caller
 * has the scope. UNAUTHENTICATED without a valid token; FORBIDDEN without the scope, with several promoters and no header,
 * or with a header that contradicts the host. RATE_LIMITED for API keys.
 */
export async function findCaller(
  context: Context,
  asked: CallerRequest,
  scope: Scope,
): Promise<Result<PromoterCaller, 'UNAUTHENTICATED' | 'FORBIDDEN' | 'RATE_LIMITED'>> {
  const { site, promoterUserId, client } = asked
  const { bearer } = client
  if (bearer !== undefined && isApiKey(bearer)) return findKeyCaller(context, { ...asked, bearer }, scope)
  const account = await authenticate(context, client)
  if (!account.success) return account
  if (site.kind === 'unknown') return fail('FORBIDDEN')
  const meant = site.kind === 'storefront' ? site.promoterId : promoterUserId
  if (promoterUserId !== undefined && promoterUserId !== meant) return fail('FORBIDDEN')
  const { id, hasSecondFactor } = account.data
  const memberships = await findMemberships(context.db, id)
  const [only, ...others] = memberships.filter(
    ({ promoterId, role, requiresSecondFactor }) =>
      (meant === undefined || promoterId === meant) &&
      isInRole(scope, role) &&
      (hasSecondFactor || !requiresSecondFactor),
  )
  if (!only || others.length > 0) return fail('FORBIDDEN')
  return succeed({ promoterId: only.promoterId, actor: { accountId: id, apiKeyId: null } })
}
