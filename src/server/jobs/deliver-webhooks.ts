import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { deliverWebhook } from '#server/people/webhook-deliveries/deliver.ts'
import { claimDeliveries, type ClaimedDelivery } from '#server/people/webhook-deliveries/delivery-rows.ts'

const OF_EACH = 5
const ENDPOINTS_AT_ONCE = 50
/** Time for which deliveries are reserved. Longer than an attempt takes. */
const TAKEN_MS = 60_000

/**
 * Delivers webhooks, a few per endpoint at a time. Endpoints don't wait for each other. When aborted, finishes the
 * deliveries that were started.
 */
export async function deliverWebhooks(context: Context, signal?: AbortSignal): Promise<void> {
  const busy = new Map<string, Promise<void>>()
  while (!signal?.aborted) {
    for (const [webhookId, deliveries] of await takeNext(context, busy)) {
      const sent = sendAll(context, deliveries).finally(() => busy.delete(webhookId))
      busy.set(webhookId, sent)
    }
    if (busy.size === 0) return
    // Continues as soon as one endpoint is done, or after the interval if all are slow.
    await Promise.race([...busy.values(), wait(context.config.SWEEP_INTERVAL_MS, undefined, { ref: false })])
  }
  await Promise.all(busy.values())
}

async function takeNext(
  { db, clock }: Context,
  busy: ReadonlyMap<string, unknown>,
): Promise<Map<string, ClaimedDelivery[]>> {
  const now = clock.now()
  const taken = await claimDeliveries(db, {
    now: new Date(now),
    until: new Date(now + TAKEN_MS),
    maxPerWebhook: OF_EACH,
    maxTotal: (ENDPOINTS_AT_ONCE - busy.size) * OF_EACH,
    excludedWebhookIds: [...busy.keys()],
  })
  return Map.groupBy(taken, ({ webhookId }) => webhookId)
}

async function sendAll(context: Context, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  await Promise.all(
    deliveries.map((delivery) =>
      deliverWebhook(context, delivery).catch((error: unknown) =>
        context.log.error({ err: error, deliveryId: delivery.id }, 'A webhook could not be delivered'),
      ),
    ),
  )
}
