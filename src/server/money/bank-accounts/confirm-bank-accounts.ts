import type { confirmBankAccounts as contract } from '#contracts/console/bank-accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { deletePayoutHold } from './bank-account-rows.ts'
import { secondFactorRefusal } from './second-factor.ts'
import { viewBankAccounts } from './view-bank-accounts.ts'

export const confirmBankAccounts: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor } = call
  const refused = await secondFactorRefusal(context, call)
  if (refused) return refused
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    if (!(await isStillAuthorised(trx, call, 'bank'))) return fail('FORBIDDEN')
    if (await deletePayoutHold(trx, promoterId)) {
      const subject = { id: promoterId, name: '' }
      await recordChange(trx, { promoterId, actor, action: 'bank_account.confirmed', subject }, now)
    }
    return succeed(await viewBankAccounts(trx, { promoterId, now }))
  })
}
