import { randomUUID } from 'node:crypto'
import type { changePassword as contract } from '#contracts/account/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { findAccount, lockAccount, updatePasswordHash } from '#server/people/accounts/account-rows.ts'
import { deleteAccountTokens } from '#server/people/emails/account-token-rows.ts'
import { checkPassword } from './check-password.ts'
import { accountMailSite } from '#server/people/emails/mail-site.ts'
import { sessionResponse, issueRefreshToken, addDeviceCookie } from '#server/people/sessions/open-session.ts'
import { lockSession, revokeSessions } from '#server/people/sessions/session-rows.ts'
import { deleteUnusedTokens } from '#server/people/sessions/refresh-token-rows.ts'

/**
 * Purposes of links that a new password invalidates, because the person who knew the old one may have requested them.
 */
export const LINKS_ENDED_BY_NEW_PASSWORD = ['change_email', 'reset_password']

/** Changes the password and ends all other sessions. The current session gets new tokens. */
export const changePassword: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, body, client } = call
  const { id: accountId, sessionId, hasSecondFactor } = account
  // The account is read before the password is checked, so that a concurrent change of the password is always detected.
  const person = await findAccount(context.db, accountId)
  if (!person) return fail('UNAUTHENTICATED')
  const wrong = await checkPassword(context, { accountId, password: body.currentPassword, client })
  if (wrong) return wrong
  const refused = await context.passwords.refuse(body.newPassword, {
    path: 'newPassword',
    person: { ...person, siteName: call.site.settings.siteName },
  })
  if (refused) return refused
  const hashed = await context.passwords.hash(body.newPassword)
  if (!hashed.success) return hashed
  const change = { ...call, from: person.passwordHash, to: hashed.data }
  const changed = await transact(context.db, (trx) => setPassword(context, trx, change))
  if (!changed.success) return changed
  const session = { accountId, sessionId, hasSecondFactor, ...changed.data, client }
  const answered = await sessionResponse(context, session)
  if (!answered) return fail('UNAUTHENTICATED')
  const { customer, accessToken, cookies } = addDeviceCookie(context, answered, { client, accountId })
  return { ...succeed({ customer, accessToken }), cookies }
}

/** Returns the new refresh token. UNAUTHENTICATED when the password or session was changed concurrently. */
async function setPassword(
  context: Context,
  trx: Trx,
  { account, from, to, ...call }: AccountCall & { from: string; to: string },
): Promise<Result<{ refreshToken: string; expiresAt: Date }, 'UNAUTHENTICATED'>> {
  const { id: accountId, sessionId } = account
  const now = new Date(context.clock.now())
  await lockAccount(trx, accountId)
  const expiresAt = await lockSession(trx, { id: sessionId, now })
  if (!expiresAt || !(await updatePasswordHash(trx, { id: accountId, from, to, now })))
    return fail('UNAUTHENTICATED')
  await revokeSessions(trx, { accountId, except: sessionId, now })
  await deleteUnusedTokens(trx, sessionId)
  await deleteAccountTokens(trx, { accountId, purposes: LINKS_ENDED_BY_NEW_PASSWORD })
  const fact = `password_changed:${randomUUID()}`
  const mail = { kind: 'password_changed', fact, payload: { accountId } } as const
  await writeMails(trx, [{ ...mail, ...accountMailSite(context, call) }], now)
  return succeed({ refreshToken: await issueRefreshToken(trx, { sessionId, now }), expiresAt })
}
