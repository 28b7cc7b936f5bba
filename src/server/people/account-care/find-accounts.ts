import type { findAccounts as listContract, getAccount as oneContract } from '#contracts/operator/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { ACCOUNT_LIMITS } from '#server/people/sessions/limits.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { findAccountRows } from './account-care-rows.ts'
import { viewAccount } from './view-account.ts'

const MAX_SEARCH_RESULTS = 20

export const findAccounts: UseCase<typeof listContract, AccountCall> = async (context, call) => {
  const limited = await context.limits.consume(ACCOUNT_LIMITS.accountsOfOperator, call.account.id)
  if (limited) return limited
  const { q } = call.query
  const rows = await findAccountRows(context.db, {
    q,
    id: isUuid(q) ? q : undefined,
    limit: MAX_SEARCH_RESULTS,
  })
  return succeed({
    accounts: rows.map(({ createdAt, ...row }) => ({ ...row, since: createdAt.toISOString() })),
  })
}

export const getAccount: UseCase<typeof oneContract, AccountCall> = async (context, call) => {
  const limited = await context.limits.consume(ACCOUNT_LIMITS.accountsOfOperator, call.account.id)
  if (limited) return limited
  const { id } = call.params
  const account = isUuid(id)
    ? await viewAccount(context, { accountId: id, viewerId: call.account.id })
    : undefined
  return account ? succeed({ account }) : fail('NOT_FOUND')
}
