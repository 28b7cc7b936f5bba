import type { logout as contract } from '#contracts/accounts.ts'
import { SESSION_COOKIES } from '#contracts/cookies.ts'
import { succeed } from '#model/result.ts'
import type { UseCase, VisitorCall } from '../use-case.ts'
import { noSession } from './open-session.ts'
import { hashToken } from './random-token.ts'
import { revokeSession, revokeSessionOfToken } from './session-rows.ts'

/** Ends the sessions that the refresh cookie and the access token are of. Whoever has neither is signed out already. */
export const logout: UseCase<typeof contract, VisitorCall> = async (context, { client }) => {
  const now = new Date(context.clock.now())
  const refreshToken = client.cookies[SESSION_COOKIES.refresh]
  if (refreshToken) await revokeSessionOfToken(context.db, { tokenHash: hashToken(refreshToken), now })
  const claims = client.bearer ? await context.tokens.verify(client.bearer) : undefined
  if (claims) await revokeSession(context.db, { id: claims.sid, accountId: claims.sub, now })
  return { ...succeed({}), cookies: noSession }
}
