import type { Transaction } from 'kysely'
import { revokeKeysCreatedBy } from '#server/people/api-keys/api-key-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { revokeOpenInvitations } from '#server/people/invitations/revoke-open-invitations.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { switchOffWebhooksOf } from '#server/people/webhooks/webhook-rows.ts'
import { auditedWebhook, webhookHost } from '#server/people/webhooks/webhook-views.ts'

/** Revokes API keys and invitations; turns webhooks off for another owner to review. Needs the membership's lock. */
export async function revokeGiven(
  trx: Transaction<Database>,
  given: PromoterCaller & { accountId: string },
  now: Date,
): Promise<void> {
  const { promoterId, actor, accountId } = given
  // Keys first: a concurrent call with a key holds its lock.
  const keys = await revokeKeysCreatedBy(trx, { promoterId, accountId, now })
  const by = { promoterId, actor }
  for (const { id, name, prefix } of keys) {
    const subject = { id, name }
    await recordChange(trx, { ...by, action: 'api_key.revoked', subject, before: { name, prefix } }, now)
  }
  for (const row of await switchOffWebhooksOf(trx, { promoterId, accountId, now })) {
    const subject = { id: row.id, name: webhookHost(row.url) }
    const off = auditedWebhook(row)
    const states = { before: { ...off, isActive: true }, after: { ...off, offReason: row.offReason } }
    await recordChange(trx, { ...by, action: 'webhook.updated', subject, ...states }, now)
  }
  await revokeOpenInvitations(trx, { promoterId, actor, inviter: { accountId } }, now)
}
