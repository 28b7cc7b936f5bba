import { listOwnerIds } from '#server/people/accounts/membership-rows.ts'
import type { Trx } from '#server/platform/db/query.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { DeliveryRow } from './delivery-rows.ts'

/**
 * Emails the promoter's owners that an endpoint was turned off, or, at most once a day, that deliveries have failed
 * for good.
 */
export async function notifyOwnersOfWebhook(
  trx: Trx,
  data: { delivery: Pick<DeliveryRow, 'promoterId' | 'webhookId' | 'url'>; isOver: boolean; now: Date },
): Promise<void> {
  const { delivery, isOver, now } = data
  const { promoterId, webhookId, url } = delivery
  const owners = await listOwnerIds(trx, promoterId)
  const when = isOver ? now.toISOString() : now.toISOString().slice(0, 10)
  const facts = owners.map((accountId): MailFact => ({
    kind: 'webhook_failed',
    fact: `webhook_${isOver ? 'given_up' : 'failed'}:${webhookId}:${when}:${accountId}`,
    payload: { accountId, url, isOver },
    origin: null,
    promoterId: null,
  }))
  await writeMails(trx, facts, now)
}
