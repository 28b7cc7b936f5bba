import type { Context } from '#server/context.ts'
import { deleteOldWebhookEvents } from '#server/people/webhook-deliveries/delivery-rows.ts'
import { repeatWhileFull } from './for-each-isolated.ts'

const KEPT_MS = 30 * 86_400_000
const BATCH = 1000

export async function deleteWebhookEvents(context: Context): Promise<void> {
  const before = new Date(context.clock.now() - KEPT_MS)
  await repeatWhileFull(BATCH, () => deleteOldWebhookEvents(context.db, { before, limit: BATCH }))
}
