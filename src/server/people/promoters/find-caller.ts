import { fail } from '#contracts/platform/errors.ts'
import { isSupportScope, hasRoleScope, type Scope } from '#model/people/scopes.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { isApiKey } from '#model/people/api-keys.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { findMemberships, type Membership } from '#server/people/accounts/membership-rows.ts'
import { authenticate } from '#server/people/sessions/authenticate.ts'
import type { SignedIn } from '#server/use-case.ts'
import { findSupportSession } from '#server/people/support/support-rows.ts'
import { findKeyCaller, type KeyCallerRequest } from '#server/people/api-keys/find-key-caller.ts'
import type { Context } from '#server/context.ts'

export interface CallerRequest extends KeyCallerRequest {
  /** True for calls that delete something. Operators who act for a promoter can't make them. */
  isDeletion?: boolean
}

/**
 * Returns the caller and the promoter of the call. The promoter is that of the host; on the main site, that of the
 * `X-Promoter-User-Id` header, or else the only promoter for which the caller has the scope. UNAUTHENTICATED without
 * a valid token. FORBIDDEN without the scope, with a header that contradicts the host, or when the caller has several
 * promoters and sends no header. RATE_LIMITED for API keys. Operators who act for a promoter (`people/support`) can
 * make some calls, on the main site only.
 */
export async function findCaller(
  context: Context,
  request: CallerRequest,
  scope: Scope,
): Promise<Result<PromoterCaller, 'UNAUTHENTICATED' | 'FORBIDDEN' | 'RATE_LIMITED'>> {
  const { site, promoterUserId, client } = request
  const { bearer } = client
  if (bearer !== undefined && isApiKey(bearer)) return findKeyCaller(context, { ...request, bearer }, scope)
  const account = await authenticate(context, client)
  if (!account.success) return account
  if (site.kind === 'unknown') return fail('FORBIDDEN')
  const wantedId = site.kind === 'storefront' ? site.promoterId : promoterUserId
  if (promoterUserId !== undefined && promoterUserId !== wantedId) return fail('FORBIDDEN')
  const { id, hasSecondFactor } = account.data
  const memberships = await findMemberships(context.db, id)
  const fits = fitting({ wantedId, scope, hasSecondFactor })
  const [only, ...others] = memberships.filter(fits)
  if (!only) return findSupporter(context, request, { account: account.data, scope })
  return others.length > 0
    ? fail('FORBIDDEN')
    : succeed({ promoterId: only.promoterId, actor: { accountId: id, apiKeyId: null } })
}

const fitting =
  (request: { wantedId: string | undefined; scope: Scope; hasSecondFactor: boolean }) =>
  ({ promoterId, role, requiresSecondFactor }: Membership): boolean =>
    (request.wantedId === undefined || promoterId === request.wantedId) &&
    hasRoleScope(request.scope, role) &&
    (request.hasSecondFactor || !requiresSecondFactor)

async function findSupporter(
  { db, clock }: Context,
  { site, promoterUserId: promoterId, isDeletion = false }: CallerRequest,
  { account, scope }: { account: SignedIn; scope: Scope },
): Promise<Result<PromoterCaller, 'FORBIDDEN'>> {
  const isAllowed = site.kind === 'main' && account.hasSecondFactor && !isDeletion && isSupportScope(scope)
  if (!isAllowed || promoterId === undefined) return fail('FORBIDDEN')
  const { id: accountId } = account
  const support = await findSupportSession(db, { accountId, now: new Date(clock.now()) })
  if (support?.promoterId !== promoterId) return fail('FORBIDDEN')
  return succeed({ promoterId, actor: { accountId, apiKeyId: null, supportId: support.id } })
}
