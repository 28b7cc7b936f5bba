import { SESSION_COOKIES } from '#contracts/cookies.ts'
import { authenticate, sessionHost } from './authenticate.ts'
import { hashToken } from './random-token.ts'
import { findAccountOfToken } from './session-rows.ts'
import type { Context } from '../context.ts'
import type { Visitor } from '../use-case.ts'

/**
 * Whose session this browser has: the id of the account. It says whose own click or purchase this is, and opens nothing: an access
 * token that has run out is made up for by the refresh token beside it.
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
