import { randomUUID } from 'node:crypto'
import type { undoEmailChange as contract } from '#contracts/account/sign-in.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { lockAccounts, setVerifiedEmail, updatePasswordHash } from '#server/people/accounts/account-rows.ts'
import {
  deleteAccountTokens,
  deleteUndoTokensSince,
  consumeAccountToken,
  type AccountToken,
} from './account-token-rows.ts'
import { LINKS_ENDED_BY_NEW_PASSWORD } from '#server/people/passwords/change-password.ts'
import { readPasswordLink } from '#server/people/passwords/read-password-link.ts'
import { accountMailSite } from './mail-site.ts'
import { CLEARED_SESSION_COOKIES } from '#server/people/sessions/open-session.ts'
import { revokeOperator } from '#server/people/operators/resign-operator.ts'
import { deleteSecondFactors } from '#server/people/second-factors/second-factor-rows.ts'
import { revokeSessions } from '#server/people/sessions/session-rows.ts'

/**
 * Restores the previous email address, with a new password. Ends all sessions and removes second factors, because the
 * person who changed the address may have added their own.
 */
export const undoEmailChange: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const link = await readPasswordLink(context, call, 'undo_email')
  if (!link.success) return link
  const now = new Date(context.clock.now())
  const undone = await transact(
    context.db,
    async (trx) => {
      const restored = await restoreEmail(context, trx, link.data)
      if (!restored.success) return restored
      const { accountId } = link.data.token
      const fact = `password_changed:${randomUUID()}`
      const mail = { kind: 'password_changed', fact, payload: { accountId } } as const
      await writeMails(trx, [{ ...mail, ...accountMailSite(context, call) }], now)
      return restored
    },
    { accounts_one_owner_per_email: 'LINK_INVALID' },
  )
  return undone.success ? { ...undone, cookies: CLEARED_SESSION_COOKIES } : undone
}

/**
 * Restores the address that the token names and sets the password. Ends everything that another person may have
 * added: sessions, second factors, the operator role and later links.
 */
export async function restoreEmail(
  context: Context,
  trx: Trx,
  restored: { token: AccountToken; passwordHash: string },
): Promise<Result<{ email: string }, 'LINK_INVALID'>> {
  const { tokenHash, accountId: id, email } = restored.token
  const now = new Date(context.clock.now())
  const accounts = await lockAccounts(trx, { id, emails: [email] })
  const account = accounts.find((each) => each.id === id)
  const isTaken = accounts.some((each) => each.id !== id && each.email === email && each.emailVerifiedAt)
  if (!account || isTaken || !(await consumeAccountToken(trx, { tokenHash, now })))
    return fail('LINK_INVALID')
  await setVerifiedEmail(trx, { id, email, now })
  await updatePasswordHash(trx, { id, from: account.passwordHash, to: restored.passwordHash, now })
  await revokeSessions(trx, { accountId: id, now })
  await deleteSecondFactors(trx, id)
  await revokeOperator(trx, { accountId: id, now })
  await deleteAccountTokens(trx, { accountId: id, purposes: LINKS_ENDED_BY_NEW_PASSWORD })
  await deleteUndoTokensSince(trx, { accountId: id, tokenHash })
  return succeed({ email })
}
