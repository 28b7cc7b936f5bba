import type { Context } from '#server/context.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import {
  markEventsDelivered,
  claimUndeliveredEvents,
  type EngineEvent,
} from '#server/money/sandbox-engine/event-rows.ts'
import { receiveWebhook } from '#server/money/payments/receive-webhook.ts'
import { sandboxPayload } from '#server/money/providers/sandbox.ts'
import { signBody } from '#server/money/providers/sign-webhook.ts'
import { repeatWhileFull, forEachIsolated } from './for-each-isolated.ts'

const BATCH = 100
const RETRY_MS = 10_000

/** Does what a remote provider would do itself: completes what is due in the sandbox, and delivers its events at least once. */
export async function deliverSandboxEvents(context: Context): Promise<void> {
  if (context.payments.name !== 'sandbox') return
  const now = new Date(context.clock.now())
  await createSandboxEngine(context).settle()
  const take = { now, retryAt: new Date(now.getTime() + RETRY_MS), limit: BATCH }
  await repeatWhileFull(BATCH, async () => {
    const events = await claimUndeliveredEvents(context.db, take)
    const ids: string[] = []
    await forEachIsolated(context, events, async (event) => {
      if (await deliver(context, event, now)) ids.push(event.id)
    })
    if (ids.length > 0) await markEventsDelivered(context.db, { ids, now })
    return events.length
  })
}

/** True when the event was stored, even if it isn't processed yet. */
async function deliver(context: Context, event: EngineEvent, now: Date): Promise<boolean> {
  const rawBody = JSON.stringify(sandboxPayload(event))
  const secrets = context.config.SANDBOX_WEBHOOK_SECRET
  const signature = signBody(rawBody, { secrets, at: now.getTime() })
  return (await receiveWebhook(context, { rawBody, signature })).success
}
