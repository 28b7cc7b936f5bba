import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { findAccount } from '#server/people/accounts/account-rows.ts'
import { findAccountToken } from '#server/people/emails/account-token-rows.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import { ACCOUNT_LIMITS, clientNetworkOf } from '#server/people/sessions/limits.ts'
import type { VisitorCall } from '#server/use-case.ts'

/** Finds the token of an emailed link, and checks and hashes the new password. The token stays unused. */
export async function readPasswordLink(
  context: Context,
  call: VisitorCall & { body: { token: string; password: string } },
  purpose: 'reset_password' | 'undo_email',
) {
  const { body, client } = call
  const limited = await context.limits.consume(ACCOUNT_LIMITS.linkOfNetwork, clientNetworkOf(client.address))
  if (limited) return limited
  const now = new Date(context.clock.now())
  const tokenHash = hashToken(body.token)
  const token = await findAccountToken(context.db, { tokenHash, purposes: [purpose], now })
  const person = token && (await findAccount(context.db, token.accountId))
  if (!token || !person) return fail('LINK_INVALID')
  const refused = await context.passwords.refuse(body.password, {
    path: 'password',
    person: { ...person, siteName: call.site.settings.siteName },
  })
  if (refused) return refused
  const hashed = await context.passwords.hash(body.password)
  return hashed.success ? succeed({ token, passwordHash: hashed.data }) : hashed
}
