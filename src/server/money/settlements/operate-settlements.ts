import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type {
  markSettlementFailed as failedContract,
  markSettlementPaid as paidContract,
  OperatorSettlement,
} from '#contracts/operator/settlements.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { logSettlement } from './log-settlement.ts'
import { recordSettlementPaid, returnSettlementToBalance } from './record-settlement.ts'
import { findSettlement, lockSettlement, type SettlementRow } from './settlement-rows.ts'
import { viewOperatorSettlement } from './settlement-views.ts'

export const markSettlementPaid: UseCase<typeof paidContract, AccountCall> = (context, call) =>
  move(context, call, {
    action: 'settlement.paid',
    step: async (trx, settlement, now) =>
      settlement.method === 'bank' && recordSettlementPaid(trx, { settlement, now }),
  })

export const markSettlementFailed: UseCase<typeof failedContract, AccountCall> = (context, call) =>
  move(context, call, {
    action: 'settlement.failed',
    step: async (trx, settlement, now) =>
      settlement.method === 'bank' &&
      returnSettlementToBalance(trx, { settlement, to: 'failed', reason: call.body.reason, now }),
  })

/**
 * Changes a settlement's status manually, and logs it. SETTLEMENT_MOVED if `step` returns false, because the current status
 * doesn't allow the change.
 */
async function move(
  context: Context,
  call: AccountCall & { params: { id: string } },
  {
    action,
    step,
  }: {
    action: 'settlement.paid' | 'settlement.failed'
    step: (trx: PipelinedTransaction, settlement: SettlementRow, now: Date) => Promise<boolean>
  },
): Promise<Result<{ settlement: OperatorSettlement }, CodeOf<typeof failedContract>>> {
  const { id } = call.params
  if (!isUuid(id)) return fail('NOT_FOUND')
  const now = new Date(context.clock.now())
  const moved = await transact<null, 'NOT_FOUND' | 'SETTLEMENT_MOVED'>(context.db, async (trx) => {
    const settlement = await lockSettlement(trx, id)
    if (!settlement) return fail('NOT_FOUND')
    if (!(await step(trx, settlement, now))) return fail('SETTLEMENT_MOVED')
    await logSettlement(trx, { accountId: call.account.id, action, settlement, now })
    return succeed(null)
  })
  if (!moved.success) return moved
  const row = await findSettlement(context.db, { id })
  return row ? succeed({ settlement: viewOperatorSettlement(row) }) : fail('NOT_FOUND')
}
