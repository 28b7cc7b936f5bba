import { randomUUID } from 'node:crypto'
import type { confirmResetPassword as contract } from '#contracts/account/sign-in.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { setVerifiedEmail, updatePasswordHash } from '#server/people/accounts/account-rows.ts'
import { deleteAccountTokens, type AccountToken } from '#server/people/emails/account-token-rows.ts'
import { LINKS_ENDED_BY_NEW_PASSWORD } from './change-password.ts'
import { accountMailSite } from '#server/people/emails/mail-site.ts'
import { CLEARED_SESSION_COOKIES } from '#server/people/sessions/open-session.ts'
import { deleteSecondFactors } from '#server/people/second-factors/second-factor-rows.ts'
import { revokeSessions } from '#server/people/sessions/session-rows.ts'
import { readPasswordLink } from './read-password-link.ts'
import { consumeEmailLink } from '#server/people/emails/verify-email.ts'

/**
 * Sets a new password and verifies the address. Ends all sessions. Marks the browser as known, so that rate limits
 * for unknown browsers don't lock the owner out.
 */
export const confirmResetPassword: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const link = await readPasswordLink(context, call, 'reset_password')
  if (!link.success) return link
  const changed = await transact(context.db, (trx) => setPassword(context, trx, { ...call, ...link.data }))
  if (!changed.success) return changed
  return {
    ...succeed({}),
    cookies: [...CLEARED_SESSION_COOKIES, context.devices.remember(call.client, link.data.token.accountId)],
  }
}

async function setPassword(
  context: Context,
  trx: Trx,
  call: VisitorCall & { token: AccountToken; passwordHash: string },
): Promise<Result<undefined, 'LINK_INVALID'>> {
  const now = new Date(context.clock.now())
  const account = await consumeEmailLink(trx, call.token, now)
  if ('error' in account) return account
  const { id } = account
  if (!account.emailVerifiedAt) {
    await setVerifiedEmail(trx, { id, email: account.email, now })
    // Factors are removed, because the address wasn't verified until now, so anyone may have added them.
    await deleteSecondFactors(trx, id)
  }
  await updatePasswordHash(trx, { id, from: account.passwordHash, to: call.passwordHash, now })
  await revokeSessions(trx, { accountId: id, now })
  await deleteAccountTokens(trx, { accountId: id, purposes: LINKS_ENDED_BY_NEW_PASSWORD })
  const fact = `password_changed:${randomUUID()}`
  const mail = { kind: 'password_changed', fact, payload: { accountId: id } } as const
  await writeMails(trx, [{ ...mail, ...accountMailSite(context, call) }], now)
  return succeed(undefined)
}
