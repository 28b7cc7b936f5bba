import { timingSafeEqual } from 'node:crypto'
import { fail, failMissingScope } from '#contracts/platform/errors.ts'
import { apiKeyPrefixOf } from '#model/people/api-keys.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import type { Scope } from '#model/people/scopes.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import type { Context } from '#server/context.ts'
import { logSecurityEvent } from '#server/platform/security/security-events.ts'
import type { Caller, Client } from '#server/use-case.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { findApiKeyByPrefix, recordApiKeyUse, type PresentedApiKey } from './api-key-rows.ts'

export type KeyCallerRequest = Pick<Caller, 'site' | 'promoterUserId'> & {
  client: Pick<Client, 'bearer' | 'origin'> & Partial<Pick<Client, 'address'>>
}

const CALLS = { name: 'api_key', points: 600, seconds: 60 }
const NOTED_EVERY_MS = 60_000

/**
 * Authenticates a call by API key. FORBIDDEN on another promoter's host, when the header names another promoter, or
 * when the key lacks the scope (with `details.missingScope`). RATE_LIMITED counts per key.
 */
export async function findKeyCaller(
  context: Context,
  request: KeyCallerRequest & { bearer: string },
  scope: Scope,
): Promise<Result<PromoterCaller, 'UNAUTHENTICATED' | 'FORBIDDEN' | 'RATE_LIMITED'>> {
  const { site, promoterUserId, bearer } = request
  const now = new Date(context.clock.now())
  const key = await findLiveKey(context, bearer, now)
  if (!key) return refuseKey(context, request)
  const tooMany = await context.limits.consume(CALLS, key.id)
  if (tooMany) return tooMany
  const isElsewhere =
    site.kind === 'storefront' ? site.promoterId !== key.promoterId : site.kind === 'unknown'
  const meansAnother = promoterUserId !== undefined && promoterUserId !== key.promoterId
  if (isElsewhere || meansAnother) return fail('FORBIDDEN')
  if (!key.scopes.includes(scope)) return failMissingScope(scope)
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() >= NOTED_EVERY_MS) {
    await recordApiKeyUse(context.db, { id: key.id, now })
    logSecurityEvent(context.log, { event: 'api_key_used', apiKeyId: key.id, promoterId: key.promoterId })
  }
  return succeed({ promoterId: key.promoterId, actor: { accountId: null, apiKeyId: key.id } })
}

function refuseKey({ log }: Context, { client }: KeyCallerRequest): Failure<'UNAUTHENTICATED'> {
  logSecurityEvent(log, { event: 'api_key_refused', address: client?.address })
  return fail('UNAUTHENTICATED')
}

/** Finds the key by its prefix and compares the hash in constant time. */
async function findLiveKey(
  context: Context,
  bearer: string,
  now: Date,
): Promise<PresentedApiKey | undefined> {
  const prefix = apiKeyPrefixOf(bearer)
  const key = prefix === undefined ? undefined : await findApiKeyByPrefix(context.db, prefix)
  if (!key || !timingSafeEqual(key.hash, hashToken(bearer))) return undefined
  const isOver = key.isLocked || key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now)
  return isOver ? undefined : key
}
