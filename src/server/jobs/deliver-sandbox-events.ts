import type { Context } from '../context.ts'
import { receiveWebhook } from '../payments/receive-webhook.ts'
import { signBody } from '../payments/sandbox.ts'
import { listSettling, markDelivered, succeedIntent, takeUndelivered } from '../payments/sandbox-rows.ts'
import { batchByBatch, eachAlone } from './each-alone.ts'

const BATCH = 100
/** How long an event is its taker's: a provider that got no answer waits before it tries again. */
const RETRY_MS = 10_000

/** The sandbox provider's end of the wire: settles what settles late, and delivers its events, signed, at least once. */
export async function deliverSandboxEvents(context: Context): Promise<void> {
  const now = new Date(context.clock.now())
  // Two processes may list the same: only one of them moves the intent.
  await eachAlone(context, await listSettling(context.db, { now, limit: BATCH }), (intentId) =>
    succeedIntent(context.db, intentId, now),
  )
  const take = { now, retryAt: new Date(now.getTime() + RETRY_MS), limit: BATCH }
  await batchByBatch(BATCH, async () => {
    const events = await takeUndelivered(context.db, take)
    await eachAlone(context, events, (event) => deliver(context, event, now))
    return events.length
  })
}

async function deliver(context: Context, event: { id: string; payload: unknown }, now: Date): Promise<void> {
  const rawBody = JSON.stringify(event.payload)
  const signature = signBody(rawBody, context.config.SANDBOX_WEBHOOK_SECRET)
  const answer = await receiveWebhook(context, { rawBody, signature })
  // Once stored, it is Foyer's to process.
  if (answer.success) await markDelivered(context.db, { id: event.id, now })
}
