import type { Context } from '../context.ts'
import { deliver } from '../webhooks/deliver.ts'
import { takeDeliveries } from '../webhooks/delivery-rows.ts'

const OF_EACH = 5
/** Longer than an attempt takes. */
const TAKEN_MS = 60_000

/** Sends what promoters want to be told, a few to each endpoint at once, until nothing is due. */
export async function deliverWebhooks(context: Context): Promise<void> {
  for (;;) {
    const now = context.clock.now()
    const take = { now: new Date(now), until: new Date(now + TAKEN_MS), ofEach: OF_EACH }
    const taken = await takeDeliveries(context.db, take)
    if (taken.length === 0) return
    await Promise.all(
      taken.map((delivery) =>
        deliver(context, delivery).catch((error: unknown) =>
          context.log.error({ err: error, deliveryId: delivery.id }, 'A webhook could not be delivered'),
        ),
      ),
    )
  }
}
