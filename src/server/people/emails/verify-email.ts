import { randomUUID } from 'node:crypto'
import type { verifyEmail as contract } from '#contracts/account/sign-in.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { InputOf } from '#contracts/platform/endpoint.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { lockAccounts, setVerifiedEmail, type AccountRow } from '#server/people/accounts/account-rows.ts'
import {
  deleteAccountTokens,
  findAccountToken,
  consumeAccountToken,
  type AccountToken,
} from './account-token-rows.ts'
import { checkPassword } from '#server/people/passwords/check-password.ts'
import { findBrowserAccount } from '#server/people/sessions/find-browser-account.ts'
import { ACCOUNT_LIMITS, clientNetworkOf } from '#server/people/sessions/limits.ts'
import { accountMailSite } from './mail-site.ts'
import { hashToken } from './random-token.ts'
import { claimOrders } from '#server/people/accounts/own-order-rows.ts'

/**
 * Verifies an address with the link of a registration or an address change. From then on, the address belongs to this
 * account.
 */
export const verifyEmail: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const limited = await context.limits.consume(
    ACCOUNT_LIMITS.linkOfNetwork,
    clientNetworkOf(call.client.address),
  )
  if (limited) return limited
  const now = new Date(context.clock.now())
  const find = { tokenHash: hashToken(call.body.token), purposes: VERIFICATION_PURPOSES, now }
  const found = await findAccountToken(context.db, find)
  if (!found) return fail('LINK_INVALID')
  const unproven = await expectAccount(context, { accountId: found.accountId, call })
  // Another account may have verified the address in the meantime; then this account and its link were deleted.
  if (unproven) return (await findAccountToken(context.db, find)) ? unproven : fail('LINK_INVALID')
  return transact(context.db, (trx) => verify(trx, { context, call, find }), ONE_OWNER)
}

export const VERIFICATION_PURPOSES = ['verify_email', 'change_email']

/** When two accounts verify the same address at once, the second one fails. */
const ONE_OWNER = { accounts_one_owner_per_email: 'LINK_INVALID' } as const

type Call = InputOf<typeof contract> & VisitorCall

/**
 * Returns a failure unless the reader is signed in to the account or knows its password. Otherwise the owner of the
 * address could confirm an account that a stranger registered, who would get the owner's orders.
 */
async function expectAccount(
  context: Context,
  { accountId, call }: { accountId: string; call: Call },
): Promise<Failure<'PASSWORD_REQUIRED' | 'PASSWORD_WRONG' | 'RATE_LIMITED'> | undefined> {
  const { body, client } = call
  if ((await findBrowserAccount(context, client)) === accountId) return undefined
  if (body.password === undefined) return fail('PASSWORD_REQUIRED')
  return checkPassword(context, { accountId, password: body.password, client })
}

async function verify(
  trx: Trx,
  verification: { context: Context; call: Call; find: Parameters<typeof findAccountToken>[1] },
): Promise<Result<{ email: string }, 'LINK_INVALID'>> {
  const { context, call, find } = verification
  const { now } = find
  const token = await findAccountToken(trx, find)
  if (!token) return fail('LINK_INVALID')
  const account = await consumeEmailLink(trx, token, now)
  if ('error' in account) return account
  const { id, email: oldEmail, emailVerifiedAt } = account
  await setVerifiedEmail(trx, { id, email: token.email, now })
  if (emailVerifiedAt && oldEmail !== token.email) {
    // Orders with the old address stay with the account.
    await claimOrders(trx, { accountId: id, email: oldEmail })
    const payload = { accountId: id, oldEmail, newEmail: token.email }
    const fact = `email_changed:${randomUUID()}`
    const mail: MailFact = { kind: 'email_changed', fact, payload, ...accountMailSite(context, call) }
    await writeMails(trx, [mail], now)
  }
  return succeed({ email: token.email })
}

/**
 * Consumes the link, and locks the account and all accounts with the address. LINK_INVALID when another account has
 * verified the address, or when the account's address has changed since the link was created.
 */
export async function consumeEmailLink(
  trx: Trx,
  token: AccountToken,
  now: Date,
): Promise<AccountRow | Failure<'LINK_INVALID'>> {
  const accounts = await lockAccounts(trx, { id: token.accountId, emails: [token.email] })
  const account = accounts.find(({ id }) => id === token.accountId)
  const isTaken = accounts.some(
    ({ id, email, emailVerifiedAt }) => id !== token.accountId && email === token.email && emailVerifiedAt,
  )
  const isStale = token.purpose !== 'change_email' && account?.email !== token.email
  if (!account || isTaken || isStale) return fail('LINK_INVALID')
  const { tokenHash, accountId } = token
  if (!(await consumeAccountToken(trx, { tokenHash, now }))) return fail('LINK_INVALID')
  await deleteAccountTokens(trx, { accountId, purposes: [token.purpose] })
  return account
}
