import { fail } from '#contracts/platform/errors.ts'
import type { payFormerMember as contract } from '#contracts/console/staff/payouts.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findPayout, changePayoutStatus } from './payout-rows.ts'
import { viewPayout } from './payout-view.ts'
import { isFormerMember } from './promoter-payout-rows.ts'
import { writePayoutRequest } from './request-payout.ts'

/**
 * Pays out all available earnings of a former member. The request of an owner is also its approval, because former members
 * can't use the portal.
 */
export const payFormerMember: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body, idempotencyKey } = call
  const { accountId: memberId } = call.params
  const who = { promoterId, memberId }
  if (!(await isFormerMember(context.db, who))) return fail('NOT_FOUND')
  const key = idempotencyKey === undefined ? {} : { idempotencyKey: `owner:${idempotencyKey}` }
  const answer = await writePayoutRequest(context, key, {
    member: who,
    isSame: ({ currency }) => currency === body.currency,
    choose: async (_, balances) => {
      const balance = balances.find((each) => each.currency === body.currency)
      if (!balance) return fail('PAYOUT_TOO_MUCH', { available: 0 })
      return succeed({ eventId: null, balance, amountCents: balance.availableCents })
    },
  })
  if (!answer.success) return answer
  const { id } = answer.data.payout
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const decidedBy = actor.accountId === null ? {} : { decidedBy: actor.accountId }
    const hasMoved = await changePayoutStatus(trx, { id, to: 'approved', now, ...decidedBy })
    const payout = await findPayout(trx, id)
    if (!payout) return fail('NOT_FOUND')
    const { amountCents, currency } = payout
    const after = { status: 'approved', amount: { cents: amountCents, currency }, memberId }
    const change = { promoterId, actor, action: 'payout.approved', subject: { id, name: '' }, after } as const
    if (hasMoved) await recordChange(trx, change, now)
    return succeed({ payout: viewPayout(payout) })
  })
}
