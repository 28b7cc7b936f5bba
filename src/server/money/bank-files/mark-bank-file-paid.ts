import type { markBankFilePaid as contract } from '#contracts/operator/bank-files.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordSettlementPaid } from '#server/money/settlements/record-settlement.ts'
import { lockSettlement } from '#server/money/settlements/settlement-rows.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { findBankFile, listSentSettlementIds } from './bank-file-rows.ts'
import { viewBankFile } from './bank-file-view.ts'

export const markBankFilePaid: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { id } = call.params
  const operatorId = call.account.id
  const now = new Date(context.clock.now())
  if (!isUuid(id)) return fail('NOT_FOUND')
  return transact(context.db, async (trx) => {
    if (!(await findBankFile(trx, id))) return fail('NOT_FOUND')
    let count = 0
    for (const settlementId of await listSentSettlementIds(trx, id)) {
      const settlement = await lockSettlement(trx, settlementId)
      if (!settlement || !(await recordSettlementPaid(trx, { settlement, now }))) continue
      count += 1
      const { promoterId, number } = settlement
      const actor = { accountId: operatorId, apiKeyId: null, isOperator: true }
      const subject = { id: settlementId, name: String(number) }
      await recordChange(trx, { promoterId, actor, action: 'settlement.paid', subject }, now)
    }
    const file = await findBankFile(trx, id)
    if (!file) return fail('NOT_FOUND')
    if (count > 0)
      await insertOperatorChange(trx, {
        accountId: operatorId,
        action: 'bank_file.paid',
        subjectId: id,
        subject: file.currency,
        after: { transfers: count },
        now,
      })
    return succeed({ bankFile: viewBankFile(file) })
  })
}
