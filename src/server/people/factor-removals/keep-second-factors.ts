import type {
  keepOwnSecondFactors as ownContract,
  keepSecondFactors as contract,
} from '#contracts/account/second-factors.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { lockAccount } from '#server/people/accounts/account-rows.ts'
import { findAccountToken, consumeAccountToken } from '#server/people/emails/account-token-rows.ts'
import { accountMailSite } from '#server/people/emails/mail-site.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import { readSecurityState } from '#server/people/second-factors/second-factor-rows.ts'
import { ACCOUNT_LIMITS, clientNetworkOf } from '#server/people/sessions/limits.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase, VisitorCall } from '#server/use-case.ts'
import { cancelFactorRemovalsAndNotify } from './cancel-factor-removals.ts'

/** Cancels the removal with the link in its email. Needs no session, because the owner may be unable to sign in. */
export const keepSecondFactors: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const { body, client } = call
  const limited = await context.limits.consume(ACCOUNT_LIMITS.linkOfNetwork, clientNetworkOf(client.address))
  if (limited) return limited
  const now = new Date(context.clock.now())
  const find = { tokenHash: hashToken(body.token), purposes: ['keep_factors'], now }
  const found = await findAccountToken(context.db, find)
  if (!found) return fail('LINK_INVALID')
  const { accountId } = found
  return transact(context.db, async (trx) => {
    await lockAccount(trx, accountId)
    if (!(await consumeAccountToken(trx, find))) return fail('LINK_INVALID')
    const wasKept = await cancelFactorRemovalsAndNotify(trx, {
      accountId,
      now,
      ...accountMailSite(context, call),
    })
    return wasKept ? succeed({}) : fail('LINK_INVALID')
  })
}

export const keepOwnSecondFactors: UseCase<typeof ownContract, AccountCall> = async (context, call) => {
  const { id: accountId } = call.account
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    await lockAccount(trx, accountId)
    await cancelFactorRemovalsAndNotify(trx, { accountId, now, ...accountMailSite(context, call) })
    return succeed(await readSecurityState(trx, accountId))
  })
}
