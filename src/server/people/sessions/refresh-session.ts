import { createHmac, randomBytes } from 'node:crypto'
import type { refreshToken as contract } from '#contracts/platform/accounts.ts'
import { SESSION_COOKIES } from '#contracts/platform/cookies.ts'
import { fail } from '#contracts/platform/errors.ts'
import { sessionEnd } from '#model/people/accounts.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { logSecurityEvent } from '#server/platform/security/security-events.ts'
import type { Client, UseCase, VisitorCall } from '#server/use-case.ts'
import { isMemberOrOperator } from '#server/people/accounts/membership-rows.ts'
import { sessionHost } from './authenticate.ts'
import { surroundingNetworkOf } from './limits.ts'
import { sessionResponse, CLEARED_SESSION_COOKIES } from './open-session.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import { lockSessionOfToken, extendSession, revokeSession, type SessionOfToken } from './session-rows.ts'
import {
  insertRefreshToken,
  isRefreshTokenUnused,
  repeatRefreshToken,
  markRefreshTokenUsed,
} from './refresh-token-rows.ts'

export const refreshSession: UseCase<typeof contract, VisitorCall> = async (context, { client }) => {
  const token = client.cookies[SESSION_COOKIES.refresh]
  // `transact` isn't used, because it would roll back the end of the session when the call fails.
  const renewed = token
    ? await context.db.transaction().execute((trx) => renew(context, trx, { token, client }))
    : undefined
  const answered = renewed && (await sessionResponse(context, { ...renewed, client }))
  if (!answered) return { ...fail('SESSION_ENDED'), cookies: CLEARED_SESSION_COOKIES }
  const { customer, accessToken, cookies } = answered
  return { ...succeed({ customer, accessToken }), cookies }
}

/**
 * Milliseconds in which the previous token can be used once more, by a page that was left or reloaded while its token
 * was renewed.
 */
const GRACE_MS = 10_000

type Renewed = SessionOfToken & { refreshToken: string }

/**
 * Renews a session's refresh token. When a used token is presented again, it or its successor was stolen, so the
 * session ends. Exception: within `GRACE_MS`, while the successor is unused, the same successor is returned once
 * more.
 */
async function renew(
  context: Context,
  trx: Trx,
  { token, client }: { token: string; client: Client },
): Promise<Renewed | undefined> {
  const now = new Date(context.clock.now())
  const host = sessionHost(client.origin)
  const tokenHash = hashToken(token)
  const session = await lockSessionOfToken(trx, { tokenHash, host, now })
  if (!session) return undefined
  const { sessionId: id, accountId } = session
  const seed = randomBytes(32)
  if (await markRefreshTokenUsed(trx, { tokenHash, seed, now })) {
    const refreshToken = successorOf(token, seed)
    const isMember = await isMemberOrOperator(trx, accountId)
    const end = sessionEnd({ startedAt: session.startedAt.getTime(), now: now.getTime(), isMember })
    if (end <= now.getTime()) {
      await revokeSession(trx, { id, accountId, now })
      return undefined
    }
    const expiresAt = new Date(end)
    await extendSession(trx, { id, network: surroundingNetworkOf(client.address), now, expiresAt })
    await insertRefreshToken(trx, { sessionId: id, tokenHash: hashToken(refreshToken), now })
    return { ...session, expiresAt, refreshToken }
  }
  const repeated = await repeat(trx, { token, sessionId: id, now })
  if (repeated !== undefined) return { ...session, refreshToken: repeated }
  await revokeSession(trx, { id, accountId, now })
  logSecurityEvent(context.log, { event: 'refresh_token_reused', accountId, subjectId: id })
  return undefined
}

async function repeat(
  trx: Trx,
  { token, sessionId, now }: { token: string; sessionId: string; now: Date },
): Promise<string | undefined> {
  const usedSince = new Date(now.getTime() - GRACE_MS)
  const seed = await repeatRefreshToken(trx, { tokenHash: hashToken(token), usedSince, now })
  if (!seed) return undefined
  const successor = successorOf(token, seed)
  return (await isRefreshTokenUnused(trx, { sessionId, tokenHash: hashToken(successor) }))
    ? successor
    : undefined
}

/** Derives the next token from the current one and a seed. Neither the client nor the database knows both. */
const successorOf = (token: string, seed: Buffer): string =>
  createHmac('sha256', token).update(seed).digest('base64url')
