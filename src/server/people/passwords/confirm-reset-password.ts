import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { confirmResetPassword as contract } from '#contracts/account/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { findAccount, ownEmail, updatePasswordHash } from '#server/people/accounts/account-rows.ts'
import {
  dropAccountTokens,
  findAccountToken,
  type AccountToken,
} from '#server/people/emails/account-token-rows.ts'
import { OF_THE_OLD_PASSWORD } from './change-password.ts'
import { LIMITS, networkOf } from '#server/people/sessions/limits.ts'
import { mailSite } from '#server/people/emails/mail-site.ts'
import { noSession } from '#server/people/sessions/open-session.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import { dropFactors } from '#server/people/second-factors/second-factor-rows.ts'
import { revokeSessions } from '#server/people/sessions/session-rows.ts'
import { takeLink } from '#server/people/emails/verify-email.ts'

/** Also verifies the address. Ends all sessions; remembers the browser, so that rate limits don't lock the owner out. */
export const confirmResetPassword: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const { body, client } = call
  const limited = await context.limits.take(LIMITS.linkOfNetwork, networkOf(client.address))
  if (limited) return limited
  const now = new Date(context.clock.now())
  const tokenHash = hashToken(body.token)
  const token = await findAccountToken(context.db, { tokenHash, purposes: ['reset_password'], now })
  const person = token && (await findAccount(context.db, token.accountId))
  if (!token || !person) return fail('LINK_INVALID')
  const refused = await context.passwords.refuse(body.password, {
    path: 'password',
    person: { ...person, siteName: call.site.settings.siteName },
  })
  if (refused) return refused
  const hashed = await context.passwords.hash(body.password)
  if (!hashed.success) return hashed
  const changed = await transact(context.db, (trx) =>
    setPassword(context, trx, { ...call, token, passwordHash: hashed.data }),
  )
  if (!changed.success) return changed
  return { ...succeed({}), cookies: [...noSession, context.devices.remember(client, token.accountId)] }
}

async function setPassword(
  context: Context,
  trx: Transaction<Database>,
  call: VisitorCall & { token: AccountToken; passwordHash: string },
): Promise<Result<undefined, 'LINK_INVALID'>> {
  const now = new Date(context.clock.now())
  const account = await takeLink(trx, call.token, now)
  if ('error' in account) return account
  const { id } = account
  if (!account.emailVerifiedAt) {
    await ownEmail(trx, { id, email: account.email, now })
    // Until now, anyone who entered the address could have created the account; factors that they added must not stay.
    await dropFactors(trx, id)
  }
  await updatePasswordHash(trx, { id, from: account.passwordHash, to: call.passwordHash, now })
  await revokeSessions(trx, { accountId: id, now })
  await dropAccountTokens(trx, { accountId: id, purposes: OF_THE_OLD_PASSWORD })
  const fact = `password_changed:${randomUUID()}`
  const mail = { kind: 'password_changed', fact, payload: { accountId: id } } as const
  await writeMails(trx, [{ ...mail, ...mailSite(context, call) }], now)
  return succeed(undefined)
}
