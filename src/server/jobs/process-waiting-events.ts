import type { Context } from '../context.ts'
import { listWaitingEvents } from '../payments/payment-rows.ts'
import { processEvent } from '../payments/receive-webhook.ts'
import { eachAlone } from './each-alone.ts'

/** How long whoever received an event is left to process it. */
const PATIENCE_MS = 10_000
const BATCH = 50

/**
 * Events that were stored when the process died or the provider was away: so few that two processes may well ask about the
 * same one. The order's lock lets the first settle it, and shows the second that nothing is left to do.
 */
export async function processWaitingEvents(context: Context): Promise<void> {
  const before = new Date(context.clock.now() - PATIENCE_MS)
  const find = { provider: context.payments.name, before, limit: BATCH }
  await eachAlone(context, await listWaitingEvents(context.db, find), async (stored) => {
    const event = context.payments.readEvent(stored.payload)
    if (event) await processEvent(context, event)
  })
}
