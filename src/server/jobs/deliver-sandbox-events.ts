import type { Context } from '../context.ts'
import { receiveWebhook } from '../payments/receive-webhook.ts'
import { signBody, succeedIntent } from '../payments/sandbox.ts'
import { listSettling, listUndelivered, markDelivered } from '../payments/sandbox-rows.ts'
import { eachAlone } from './each-alone.ts'

const BATCH = 100

/** The sandbox provider's end of the wire: settles what settles late, and delivers its events, signed, at least once. */
export async function deliverSandboxEvents(context: Context): Promise<void> {
  const now = new Date(context.clock.now())
  const find = { now, limit: BATCH }
  await eachAlone(context, await listSettling(context.db, find), (intentId) =>
    succeedIntent(context.db, intentId, now),
  )
  await eachAlone(context, await listUndelivered(context.db, find), async (event) => {
    const rawBody = JSON.stringify(event.payload)
    const signature = signBody(rawBody, context.config.SANDBOX_WEBHOOK_SECRET)
    const answer = await receiveWebhook(context, { rawBody, signature })
    // Once stored, it is Foyer's to process.
    if (answer.success) await markDelivered(context.db, { id: event.id, now })
  })
}
