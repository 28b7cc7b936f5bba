import type { Context } from '../context.ts'
import { receiveWebhook } from '../payments/receive-webhook.ts'
import { signBody, succeedIntent } from '../payments/sandbox.ts'
import { listSettling, listUndelivered, markDelivered } from '../payments/sandbox-rows.ts'

const BATCH = 100

/** The sandbox provider's end of the wire: settles what settles late, and delivers its events, signed, at least once. */
export async function deliverSandboxEvents(context: Context): Promise<void> {
  const now = new Date(context.clock.now())
  for (const intentId of await listSettling(context.db, { now, limit: BATCH }))
    await succeedIntent(context.db, intentId, now)
  for (const event of await listUndelivered(context.db, { now, limit: BATCH })) {
    const rawBody = JSON.stringify(event.payload)
    const signature = signBody(rawBody, context.config.SANDBOX_WEBHOOK_SECRET)
    const answer = await receiveWebhook(context, { rawBody, signature })
    if (answer.success) await markDelivered(context.db, { id: event.id, now })
  }
}
