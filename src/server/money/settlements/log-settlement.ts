import { recordChange } from '#server/platform/audit/record-change.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import type { SettlementRow } from './settlement-rows.ts'

export interface LoggedSettlement {
  /** The operator's account; null if it was deleted. */
  accountId: string | null
  action:
    | 'settlement.cancelling'
    | 'settlement.cancelled'
    | 'settlement.not_cancelled'
    | 'settlement.paid'
    | 'settlement.failed'
  settlement: SettlementRow
  now: Date
}

/** Records an operator's decision about a settlement in the promoter's audit log and the operators' log. */
export async function logSettlement(
  trx: PipelinedTransaction,
  { accountId, action, settlement, now }: LoggedSettlement,
): Promise<void> {
  const { id, promoterId, promoterName, number, currency, amountCents } = settlement
  const after = { number, amountCents, currency }
  const actor = { accountId, apiKeyId: null, isOperator: true }
  const subject = { id, name: String(number) }
  await recordChange(trx, { promoterId, actor, action, subject, after }, now)
  await insertOperatorChange(trx, {
    accountId,
    action,
    subjectId: id,
    subject: promoterName,
    promoterId,
    after,
    now,
  })
}
