import type { logout as contract } from '#contracts/account/sign-in.ts'
import { SESSION_COOKIES } from '#contracts/platform/cookies.ts'
import { succeed } from '#model/platform/result.ts'
import { logSecurityEvent } from '#server/platform/security/security-events.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { sessionHost } from './authenticate.ts'
import { CLEARED_SESSION_COOKIES } from './open-session.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import { findAccountOfToken, revokeSession, revokeSessionOfToken } from './session-rows.ts'

export const logout: UseCase<typeof contract, VisitorCall> = async (context, { client }) => {
  const now = new Date(context.clock.now())
  const host = sessionHost(client.origin)
  const refreshToken = client.cookies[SESSION_COOKIES.refresh]
  const tokenHash = refreshToken ? hashToken(refreshToken) : undefined
  const claims = client.bearer ? await context.tokens.verify(client.bearer) : undefined
  const accountId =
    (tokenHash && (await findAccountOfToken(context.db, { tokenHash, host, now }))) ?? claims?.sub
  if (accountId) logSecurityEvent(context.log, { event: 'signed_out', accountId, address: client.address })
  if (tokenHash) await revokeSessionOfToken(context.db, { tokenHash, host, now })
  if (claims) await revokeSession(context.db, { id: claims.sid, accountId: claims.sub, now })
  return { ...succeed({}), cookies: CLEARED_SESSION_COOKIES }
}
