import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { requestSettlement as contract } from '#contracts/console/settlements.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findSettlementDestination, createSettlement } from './create-settlement.ts'
import { readFreshSettlementPayee } from '#server/money/settlement-accounts/refresh-payee.ts'
import { lockSettlementSettings } from './settings-rows.ts'
import { findSettlement, findSettlementByKey } from './settlement-rows.ts'
import { viewSettlement } from './settlement-views.ts'

/** Pays out the available amount in a currency, independently of the schedule. */
export const requestSettlement: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, idempotencyKey, body } = call
  const { currency } = body
  // The provider may have finished verifying the account since it was last fetched.
  await readFreshSettlementPayee(context, promoterId)
  const now = new Date(context.clock.now())
  // Uses the connections for jobs, because a large promoter's first settlement takes longer than the time limit of requests.
  const created = await transact<{ id: string }, CodeOf<typeof contract>>(context.jobs, async (trx) => {
    const settings = await lockSettlementSettings(trx, { promoterId, now })
    const present = await findSettlementByKey(trx, { promoterId, idempotencyKey })
    if (present) return present.currency === currency ? succeed({ id: present.id }) : fail('KEY_REUSED')
    const destination = await findSettlementDestination(context, trx, { promoterId, settings })
    if (!destination.success) return destination
    const settled = await createSettlement(trx, {
      promoterId,
      currency,
      destination: destination.data,
      requestedBy: actor.accountId,
      idempotencyKey,
      now,
    })
    if (!settled.success) return settled
    const subject = { id: settled.data, name: currency }
    await recordChange(trx, { promoterId, actor, action: 'settlement.requested', subject }, now)
    return succeed({ id: settled.data })
  })
  if (!created.success) return created
  const row = await findSettlement(context.db, { id: created.data.id, promoterId })
  return row ? succeed({ settlement: viewSettlement(row) }) : fail('NOT_FOUND')
}
