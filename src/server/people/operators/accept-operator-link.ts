import { fail } from '#contracts/platform/errors.ts'
import type { acceptOperatorLink as contract } from '#contracts/operator/operators.ts'
import { succeed } from '#model/platform/result.ts'
import { lockAccounts, setVerifiedEmail } from '#server/people/accounts/account-rows.ts'
import { deleteAccountTokens } from '#server/people/emails/account-token-rows.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import { ACCOUNT_LIMITS, clientNetworkOf } from '#server/people/sessions/limits.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  hasOperators,
  insertOperator,
  insertOperatorChange,
  isOperatorLinkValid,
  isOperator,
  lockOperatorChanges,
  consumeOperatorLink,
} from './operator-rows.ts'

/**
 * Makes the caller the first operator. The server printed or emailed the link, so this also verifies the account's
 * address; EMAIL_NOT_VERIFIED when another account has verified it.
 */
export const acceptOperatorLink: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, body, client, site } = call
  const limited = await context.limits.consume(ACCOUNT_LIMITS.linkOfNetwork, clientNetworkOf(client.address))
  if (limited) return limited
  const now = new Date(context.clock.now())
  const link = { tokenHash: hashToken(body.token), now }
  if (await isOperator(context.db, account.id)) return succeed({})
  if (site.kind !== 'main' || !(await isOperatorLinkValid(context.db, link))) return fail('LINK_INVALID')
  if (!account.hasSecondFactor) return fail('SECOND_FACTOR_NEEDED')
  return transact(
    context.db,
    async (trx) => {
      const accounts = await lockAccounts(trx, { id: account.id, emails: [account.email] })
      const own = accounts.find(({ id }) => id === account.id)
      await lockOperatorChanges(trx)
      const isFirst = !(await hasOperators(trx, context.config))
      if (!own || !isFirst || !(await consumeOperatorLink(trx, link))) return fail('LINK_INVALID')
      if (!own.emailVerifiedAt) {
        if (accounts.some(({ email, emailVerifiedAt }) => email === own.email && emailVerifiedAt !== null))
          return fail('EMAIL_NOT_VERIFIED')
        await setVerifiedEmail(trx, { id: own.id, email: own.email, now })
        await deleteAccountTokens(trx, { accountId: own.id, purposes: ['verify_email'] })
      }
      await insertOperator(trx, { accountId: own.id, now })
      const change = { accountId: own.id, action: 'operator.added', subjectId: own.id, now } as const
      await insertOperatorChange(trx, change)
      return succeed({})
    },
    { accounts_one_owner_per_email: 'EMAIL_NOT_VERIFIED' },
  )
}
