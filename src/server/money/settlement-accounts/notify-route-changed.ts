import type { SettlementMethod } from '#model/money/settlements.ts'
import { listOwnerIds } from '#server/people/accounts/membership-rows.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'

/** Emails all owners that an account at the payment provider was created, or that the payout method was changed. */
export async function notifyPaymentRouteChanged(
  trx: Trx,
  update: { promoterId: string; change: 'account' | SettlementMethod; changedBy: string; now: Date },
): Promise<void> {
  const { promoterId, change, changedBy, now } = update
  const id = crypto.randomUUID()
  const mails = (await listOwnerIds(trx, promoterId)).map((accountId) => ({
    kind: 'payment_route_changed' as const,
    fact: `payment_route_changed:${id}:${accountId}`,
    payload: { accountId, promoterId, change, changedBy, at: now.toISOString() },
    origin: null,
    promoterId: null,
  }))
  await writeMails(trx, mails, now)
}
