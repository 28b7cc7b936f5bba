import { revokeKeysCreatedBy } from '#server/people/api-keys/api-key-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { revokeOpenInvitations } from '#server/people/invitations/revoke-open-invitations.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { turnOffWebhooksOf } from '#server/people/webhooks/webhook-rows.ts'
import { auditedWebhook, webhookHost } from '#server/people/webhooks/webhook-views.ts'

/**
 * Revokes API keys and invitations that the member created. Turns the member's webhooks off, so that another owner
 * can review them. The caller holds the membership's lock.
 */
export async function revokeCreatedByMember(
  trx: Trx,
  caller: PromoterCaller & { accountId: string },
  now: Date,
): Promise<void> {
  const { promoterId, actor, accountId } = caller
  // Keys are locked first, because a concurrent call with a key holds the key's lock.
  const keys = await revokeKeysCreatedBy(trx, { promoterId, accountId, now })
  const by = { promoterId, actor }
  for (const { id, name, prefix } of keys) {
    const subject = { id, name }
    await recordChange(trx, { ...by, action: 'api_key.revoked', subject, before: { name, prefix } }, now)
  }
  for (const row of await turnOffWebhooksOf(trx, { promoterId, accountId, now })) {
    const subject = { id: row.id, name: webhookHost(row.url) }
    const off = auditedWebhook(row)
    const states = { before: { ...off, isActive: true }, after: { ...off, offReason: row.offReason } }
    await recordChange(trx, { ...by, action: 'webhook.updated', subject, ...states }, now)
  }
  await revokeOpenInvitations(trx, { promoterId, actor, inviter: { accountId } }, now)
}
