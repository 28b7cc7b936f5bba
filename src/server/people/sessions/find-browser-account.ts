import { SESSION_COOKIES } from '#contracts/platform/cookies.ts'
import { authenticate, sessionHost } from './authenticate.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import { findAccountOfToken } from './session-rows.ts'
import type { Context } from '#server/context.ts'
import type { Visitor } from '#server/use-case.ts'

/**
 * Finds the account of a browser for attribution; never for authorisation. Uses the refresh token when the access
 * token has expired.
 */
export async function findBrowserAccount(
  context: Context,
  { origin, bearer, cookies }: Visitor,
): Promise<string | undefined> {
  for (const token of [bearer, cookies[SESSION_COOKIES.access]]) {
    const account = await authenticate(context, { origin, bearer: token })
    if (account.success) return account.data.id
  }
  const refresh = cookies[SESSION_COOKIES.refresh]
  if (!refresh) return undefined
  const now = new Date(context.clock.now())
  return findAccountOfToken(context.db, { tokenHash: hashToken(refresh), host: sessionHost(origin), now })
}
