import { isScheduleDue } from '#model/money/settlements.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { findSettlementDestination, createSettlements } from './create-settlement.ts'
import { claimSettlementSettings, setScheduledAt } from './settings-rows.ts'

/**
 * Settles a promoter whose schedule is due, unless another node is doing so. The run is recorded in the transaction of its
 * settlements, so that it happens once. Without a ready account, the schedule stays due.
 */
export async function createScheduledSettlements(context: Context, promoterId: string): Promise<void> {
  const time = context.clock.now()
  const now = new Date(time)
  await transact<null, 'SETTLEMENT_NOTHING_AVAILABLE'>(context.db, async (trx) => {
    const settings = await claimSettlementSettings(trx, promoterId)
    if (!settings) return succeed(null)
    const { scheduledAt } = settings
    if (!isScheduleDue({ ...settings, scheduledAt: scheduledAt?.getTime() }, time)) return succeed(null)
    const destination = await findSettlementDestination(context, trx, { promoterId, settings })
    if (!destination.success) return succeed(null)
    const by = { requestedBy: null, idempotencyKey: null }
    const settled = await createSettlements(trx, { promoterId, destination: destination.data, ...by, now })
    if (settled.success) await setScheduledAt(trx, { promoterId, now })
    return settled
  })
}
