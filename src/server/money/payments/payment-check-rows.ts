import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { FIRST_CHECK_MS, paymentColumns, type PaymentRow } from './payment-rows.ts'

/** Age at which a payment is no longer checked, because providers accept no refunds or disputes after that. */
const MAX_CHECK_AGE_MS = 180 * 86_400_000

/** Reserves due payments for a check. Without `finishPaymentCheck`, they are due again at `againAt`. */
export function takePaymentChecks(
  db: Db,
  take: { provider: string; now: Date; againAt: Date; limit: number },
): Promise<PaymentRow[]> {
  return queryRows<PaymentRow>(db)`
    update payments set look_at = ${take.againAt}
    where order_id in (
      select order_id from payments
      where look_at <= ${take.now} and provider = ${take.provider} order by look_at limit ${take.limit} for update skip locked
    )
    returning ${paymentColumns}`
}

/**
 * Schedules the next check. The interval is the time since the payment's last change, so intervals double. `now`: start of
 * the finished check.
 */
export async function finishPaymentCheck(db: Db, look: { orderId: string; now: Date }): Promise<void> {
  const forgottenBefore = new Date(look.now.getTime() - MAX_CHECK_AGE_MS)
  await execute(db)`
    update payments set look_at = case when updated_at > ${forgottenBefore} then ${look.now}::timestamptz + (${look.now}::timestamptz - updated_at) end
    where order_id = ${look.orderId} and updated_at < ${look.now}`
}

export async function schedulePaymentCheck(trx: Trx, look: { orderId: string; now: Date }): Promise<void> {
  const lookAt = new Date(look.now.getTime() + FIRST_CHECK_MS)
  await execute(trx)`
    update payments set updated_at = ${look.now}, look_at = ${lookAt} where order_id = ${look.orderId}`
}
