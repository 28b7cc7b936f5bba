import type { decideEarnings as contract } from '#contracts/portal/earnings.ts'
import { commissionEntries } from '#model/money/ledger.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { transact } from '#server/platform/db/transact.ts'
import { writeLedger, type LedgerTransaction } from '#server/platform/ledger/ledger-rows.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { decideWaitingEarnings, type DecidedLine } from './earning-rows.ts'

/** Approves or refuses commission lines that wait for approval. Approved lines are entered in the ledger after deductions. */
export const decideEarnings: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const { promoterId } = call.staff
  const { approve, ids } = call.body
  return transact(context.db, async (trx) => {
    const to = approve ? 'earned' : 'refused'
    const decided = await decideWaitingEarnings(trx, { promoterId, ids: ids.filter(isUuid), to })
    const now = new Date(context.clock.now())
    if (approve)
      await writeLedger(
        trx,
        decided.map((line) => factOf(promoterId, line)),
        now,
      )
    const actor = { accountId: call.account.id, apiKeyId: null }
    for (const { id, memberId, leftCents: cents, currency } of decided) {
      const after = { memberId, amount: { cents, currency } }
      const action = approve ? 'earning.approved' : 'earning.refused'
      await recordChange(trx, { promoterId, actor, action, subject: { id, name: '' }, after }, now)
    }
    return succeed({ decided: decided.length })
  })
}

const factOf = (promoterId: string, line: DecidedLine): LedgerTransaction => ({
  fact: `commission:approved:${line.id}`,
  kind: 'commission',
  promoterId,
  orderId: line.orderId,
  currency: line.currency,
  entries: commissionEntries(line.memberId, line.leftCents),
})
