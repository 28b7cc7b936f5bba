import { randomUUID } from 'node:crypto'
import type { changeEmail as contract } from '#contracts/account/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { findAccount } from '#server/people/accounts/account-rows.ts'
import { checkPassword } from '#server/people/passwords/check-password.ts'
import {
  hashLimitKey,
  ACCOUNT_LIMITS,
  clientNetworkOf,
  consumeLimits,
} from '#server/people/sessions/limits.ts'
import { accountMailSite } from './mail-site.ts'
import { passwordFingerprint } from '#server/people/passwords/password-hash.ts'

export const changeEmail: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, body, client } = call
  const { id: accountId } = account
  // The account is read before the password is checked. If the password changes in between, the link contains the old
  // password's fingerprint and is invalid.
  const person = await findAccount(context.db, accountId)
  if (!person) return fail('UNAUTHENTICATED')
  const wrong = await checkPassword(context, { accountId, password: body.password, client })
  if (wrong) return wrong
  const network = clientNetworkOf(client.address)
  const limited = await consumeLimits(context, [
    [ACCOUNT_LIMITS.mailOfNetwork, network],
    [ACCOUNT_LIMITS.mailOfNetworkAndEmail, hashLimitKey(network, 'change_email', accountId)],
  ])
  if (limited) return limited
  const { email } = body
  const mark = passwordFingerprint(person.passwordHash)
  const tooMany = await context.limits.consume(
    ACCOUNT_LIMITS.mailToEmail,
    hashLimitKey('change_email', email),
  )
  const fact = `change_email:${randomUUID()}`
  const mail = { kind: 'change_email', fact, payload: { accountId, email, mark } } as const
  const mails = tooMany ? [] : [{ ...mail, ...accountMailSite(context, call) }]
  await writeMails(context.db, mails, new Date(context.clock.now()))
  return succeed({})
}
