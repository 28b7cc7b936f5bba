import { execute, queryRows, type Db } from '#server/platform/db/query.ts'
import type { PassId } from '#server/sales/wallets/pass-serials.ts'

/** Records that the pass is in Google Wallet, so that its changes are sent to Google. */
export async function markSavedInGoogle(db: Db, { ticketId, generation }: PassId): Promise<void> {
  await execute(db)`
    update wallet_passes set is_in_google = true where ticket_id = ${ticketId} and generation = ${generation}`
}

export interface DuePassUpdate extends PassId {
  orderId: string
  failures: number
  /** `google_due_at` as set by this attempt. If a newer change has set another time, `finishPassUpdate` keeps the update due. */
  againAt: Date
}

/** Takes due updates. Until `finishPassUpdate`, an update becomes due again at intervals that double up to a day. */
export function claimDuePassUpdates(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<DuePassUpdate[]> {
  return queryRows<DuePassUpdate>(db)`
    update wallet_passes p set google_failures = p.google_failures + 1,
      google_due_at = ${now}::timestamptz + least(interval '1 day', interval '1 minute' * 2 ^ least(p.google_failures, 20))
    from tickets t
    where t.id = p.ticket_id and (p.ticket_id, p.generation) in (
      select ticket_id, generation from wallet_passes
      where google_due_at <= ${now} order by google_due_at limit ${limit} for update skip locked
    )
    returning p.ticket_id as "ticketId", p.generation, t.order_id as "orderId", p.google_failures as failures,
      p.google_due_at as "againAt"`
}

/** Completes an update, unless a newer change has made another one due. */
export async function finishPassUpdate(
  db: Db,
  { ticketId, generation, againAt }: DuePassUpdate,
): Promise<void> {
  await execute(db)`
    update wallet_passes set google_due_at = null, google_failures = 0
    where ticket_id = ${ticketId} and generation = ${generation} and google_due_at = ${againAt}`
}
