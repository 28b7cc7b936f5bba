import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { FIRST_PAYMENT_CHECK_MS, paymentColumns, type PaymentRow } from './payment-rows.ts'

/** Age at which a payment is no longer checked, because providers accept no refunds or disputes after that. */
const MAX_CHECK_AGE_MS = 180 * 86_400_000

/** Reserves due payments for a check. Without `finishPaymentCheck`, they are due again at `againAt`. */
export function claimPaymentChecks(
  db: Db,
  claim: { provider: string; now: Date; againAt: Date; limit: number },
): Promise<PaymentRow[]> {
  return queryRows<PaymentRow>(db)`
    update payments set look_at = ${claim.againAt}
    where order_id in (
      select order_id from payments
      where look_at <= ${claim.now} and provider = ${claim.provider} order by look_at limit ${claim.limit} for update skip locked
    )
    returning ${paymentColumns}`
}

/**
 * Schedules the next check. The interval is the time since the payment's last change, so intervals double. `now`: start of
 * the finished check.
 */
export async function finishPaymentCheck(db: Db, check: { orderId: string; now: Date }): Promise<void> {
  const forgottenBefore = new Date(check.now.getTime() - MAX_CHECK_AGE_MS)
  await execute(db)`
    update payments set look_at = case when updated_at > ${forgottenBefore} then ${check.now}::timestamptz + (${check.now}::timestamptz - updated_at) end
    where order_id = ${check.orderId} and updated_at < ${check.now}`
}

export async function schedulePaymentCheck(trx: Trx, check: { orderId: string; now: Date }): Promise<void> {
  const lookAt = new Date(check.now.getTime() + FIRST_PAYMENT_CHECK_MS)
  await execute(trx)`
    update payments set updated_at = ${check.now}, look_at = ${lookAt} where order_id = ${check.orderId}`
}
