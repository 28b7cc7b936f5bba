import type { exportAccount as contract } from '#contracts/account/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { exportAccountRows } from '#server/people/accounts/account-export-rows.ts'
import { checkPassword } from '#server/people/passwords/check-password.ts'
import { hashLimitKey, ACCOUNT_LIMITS } from '#server/people/sessions/limits.ts'
import { orderOwnerOf } from '#server/people/accounts/list-own-orders.ts'
import { exportOrderRows } from './own-order-export-rows.ts'

/** Exports all data of the account, across sites. Amounts are in minor units. */
export const exportAccount: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, body, client } = call
  const limited = await context.limits.consume(ACCOUNT_LIMITS.exportOfAccount, hashLimitKey(account.id))
  if (limited) return limited
  const wrong = await checkPassword(context, { accountId: account.id, password: body.password, client })
  if (wrong) return wrong
  const owner = orderOwnerOf(account)
  const [known, orders] = await Promise.all([
    exportAccountRows(context.db, owner),
    exportOrderRows(context.db, { owner, now: new Date(context.clock.now()) }),
  ])
  if (!known) return fail('UNAUTHENTICATED')
  return succeed({ exportedAt: new Date(context.clock.now()).toISOString(), ...known, orders })
}
