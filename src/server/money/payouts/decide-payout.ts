import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { decidePayout as contract } from '#contracts/portal/earnings.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { listMemberBalances } from '#server/people/members/balance-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { findPayout, lockPayout, changePayoutStatus, type PayoutRow } from './payout-rows.ts'
import { viewPayout } from './payout-view.ts'
import { refusePayout } from './settle-payout.ts'

export const decidePayout: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const { approve, reason } = call.body
  const { id } = call.params
  const decision = { now: new Date(context.clock.now()), decidedBy: call.account.id }
  const decided = await transact(context.db, async (trx): Promise<Result<null, CodeOf<typeof contract>>> => {
    const payout = await lockPayout(trx, id)
    if (payout?.promoterId !== call.staff.promoterId) return fail('NOT_FOUND')
    if (payout.status !== 'requested') return fail('PAYOUT_DECIDED')
    if (approve && !(await isCovered(trx, payout, decision.now))) return fail('PAYOUT_NOT_COVERED')
    if (approve) await changePayoutStatus(trx, { id, to: 'approved', ...decision })
    else await refusePayout(trx, { payout, reason: reason || REFUSED, ...decision })
    const { promoterId, memberId, amountCents, currency } = payout
    const what = { memberId, amount: { cents: amountCents, currency } }
    const to = approve
      ? ({ action: 'payout.approved', after: what } as const)
      : ({ action: 'payout.refused', after: { ...what, reason: reason || REFUSED } } as const)
    const actor = { accountId: call.account.id, apiKeyId: null }
    await recordChange(trx, { promoterId, actor, subject: { id, name: '' }, ...to }, decision.now)
    return succeed(null)
  })
  if (!decided.success) return decided
  const payout = await findPayout(context.db, id)
  return payout ? succeed({ payout: viewPayout(payout) }) : fail('NOT_FOUND')
}

/**
 * Returns true if the available amount isn't negative. It is negative when refunds have reduced the commission below
 * the requested and paid payouts.
 */
async function isCovered(trx: PipelinedTransaction, payout: PayoutRow, now: Date): Promise<boolean> {
  const balances = await listMemberBalances(trx, { ...payout, now })
  return balances.some(({ currency, availableCents }) => currency === payout.currency && availableCents >= 0)
}

const REFUSED = 'The promoter didn’t approve the payout.'
