import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import type { deleteAccountOnRequest as contract } from '#contracts/operator/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { findAccount } from '#server/people/accounts/account-rows.ts'
import { eraseAccount } from '#server/people/accounts/erase-account.ts'
import { accountMailSite } from '#server/people/emails/mail-site.ts'
import { ACCOUNT_LIMITS } from '#server/people/sessions/limits.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'

/**
 * Deletes an account at its owner's request. Emails the owner if the address was verified; the email is stored with
 * the address, because the account no longer exists.
 */
export const deleteAccountOnRequest: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account: operator, params, body } = call
  const limited = await context.limits.consume(ACCOUNT_LIMITS.deletionsOfOperator, operator.id)
  if (limited) return limited
  const accountId = params.id.toLowerCase()
  if (accountId === operator.id) return fail('OWN_ACCOUNT')
  const found = isUuid(accountId) ? await findAccount(context.db, accountId) : undefined
  if (found?.email !== body.email) return fail('NOT_FOUND')
  const now = new Date(context.clock.now())
  const owner = { accountId, email: found.emailVerifiedAt ? found.email : null, by: operator.id }
  const erased = await eraseAccount<'NOT_FOUND'>(context, owner, async (trx, row) => {
    if (row?.email !== body.email) return fail('NOT_FOUND')
    await insertOperatorChange(trx, {
      accountId: operator.id,
      action: 'account.deleted',
      subjectId: accountId,
      after: { reason: body.reason },
      now,
    })
    if (!row.emailVerifiedAt) return undefined
    const fact = `account_deleted:${accountId}`
    const mail = { kind: 'account_deleted', fact, payload: { email: row.email } } as const
    await writeMails(trx, [{ ...mail, ...accountMailSite(context, call) }], now)
    return undefined
  })
  return erased.success ? succeed({}) : erased
}
