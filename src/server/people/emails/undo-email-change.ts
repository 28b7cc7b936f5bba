import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { undoEmailChange as contract } from '#contracts/account/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import {
  findAccount,
  lockAccounts,
  ownEmail,
  updatePasswordHash,
} from '#server/people/accounts/account-rows.ts'
import {
  dropAccountTokens,
  dropUndoTokensSince,
  findAccountToken,
  takeAccountToken,
  type AccountToken,
} from './account-token-rows.ts'
import { OF_THE_OLD_PASSWORD } from '#server/people/passwords/change-password.ts'
import { LIMITS, networkOf } from '#server/people/sessions/limits.ts'
import { mailSite } from './mail-site.ts'
import { noSession } from '#server/people/sessions/open-session.ts'
import { hashToken } from './random-token.ts'
import { revokeOperator } from '#server/people/operators/resign-operator.ts'
import { dropFactors } from '#server/people/second-factors/second-factor-rows.ts'
import { revokeSessions } from '#server/people/sessions/session-rows.ts'

/** Removes all sessions and second factors too, because whoever changed the address may have added their own. */
export const undoEmailChange: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const { body, client } = call
  const limited = await context.limits.take(LIMITS.linkOfNetwork, networkOf(client.address))
  if (limited) return limited
  const now = new Date(context.clock.now())
  const tokenHash = hashToken(body.token)
  const token = await findAccountToken(context.db, { tokenHash, purposes: ['undo_email'], now })
  const person = token && (await findAccount(context.db, token.accountId))
  if (!token || !person) return fail('LINK_INVALID')
  const refused = await context.passwords.refuse(body.password, {
    path: 'password',
    person: { ...person, siteName: call.site.settings.siteName },
  })
  if (refused) return refused
  const hashed = await context.passwords.hash(body.password)
  if (!hashed.success) return hashed
  const undone = await transact(
    context.db,
    (trx) => restore(context, trx, { ...call, token, passwordHash: hashed.data }),
    { accounts_one_owner_per_email: 'LINK_INVALID' },
  )
  return undone.success ? { ...undone, cookies: noSession } : undone
}

async function restore(
  context: Context,
  trx: Transaction<Database>,
  call: VisitorCall & { token: AccountToken; passwordHash: string },
): Promise<Result<{ email: string }, 'LINK_INVALID'>> {
  const { tokenHash, accountId: id, email } = call.token
  const now = new Date(context.clock.now())
  const accounts = await lockAccounts(trx, { id, emails: [email] })
  const account = accounts.find((each) => each.id === id)
  const isTaken = accounts.some((each) => each.id !== id && each.email === email && each.emailVerifiedAt)
  if (!account || isTaken || !(await takeAccountToken(trx, { tokenHash, now }))) return fail('LINK_INVALID')
  await ownEmail(trx, { id, email, now })
  await updatePasswordHash(trx, { id, from: account.passwordHash, to: call.passwordHash, now })
  await revokeSessions(trx, { accountId: id, now })
  await dropFactors(trx, id)
  await revokeOperator(trx, { accountId: id, now })
  await dropAccountTokens(trx, { accountId: id, purposes: OF_THE_OLD_PASSWORD })
  await dropUndoTokensSince(trx, { accountId: id, tokenHash })
  const fact = `password_changed:${randomUUID()}`
  const mail = { kind: 'password_changed', fact, payload: { accountId: id } } as const
  await writeMails(trx, [{ ...mail, ...mailSite(context, call) }], now)
  return succeed({ email })
}
