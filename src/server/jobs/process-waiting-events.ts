import type { Context } from '#server/context.ts'
import { listUnprocessedEvents } from '#server/money/payments/payment-event-rows.ts'
import { processEvent } from '#server/money/payments/receive-webhook.ts'
import { forEachIsolated } from './for-each-isolated.ts'

/** Time that the process that received an event has for processing it. */
const PATIENCE_MS = 10_000
const BATCH = 50

/**
 * Processes events that were stored but not processed. If two processes take the same event, the second one waits for the
 * order's lock and then has nothing to do.
 */
export async function processWaitingEvents(context: Context): Promise<void> {
  const before = new Date(context.clock.now() - PATIENCE_MS)
  const find = { provider: context.payments.name, before, limit: BATCH }
  await forEachIsolated(context, await listUnprocessedEvents(context.db, find), async (stored) => {
    const event = context.payments.readEvent(stored.payload)
    if (event) await processEvent(context, event)
  })
}
