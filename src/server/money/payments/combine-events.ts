import type { Kysely } from 'kysely'
import type { Clock } from '#server/context.ts'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import type { Database } from '#server/platform/db/tables.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { nextBatch } from '#server/platform/next-batch.ts'
import { storeEvents, type IncomingEvent } from './payment-event-rows.ts'

export interface EventBatcher {
  /** Stores the event. Resolves to false when there is nothing left to process. */
  store: (event: IncomingEvent) => Promise<boolean>
}

const BATCH = 128

interface Waiting {
  event: IncomingEvent
  /** By `performance.now()`. */
  receivedAt: number
  resolve: (isNews: boolean) => void
  reject: (error: unknown) => void
}

/**
 * Stores events in batches: those that arrive while a batch is written are stored by the next statement, which saves
 * disk flushes under load.
 */
export function createEventBatcher({
  db,
  clock,
  metrics,
}: {
  db: Kysely<Database>
  clock: Clock
  metrics: Pick<Metrics, 'countBatch' | 'countAlone'>
}): EventBatcher {
  let waiting: Waiting[] = []
  let isWorking = false
  const work = async (): Promise<void> => {
    isWorking = true
    while (waiting.length > 0) {
      const { batch, rest } = nextBatch(waiting, { max: BATCH, keyOf: ({ event }) => event.id })
      waiting = rest
      await serve(batch)
    }
    isWorking = false
  }
  const serve = async (batch: readonly Waiting[]): Promise<void> => {
    const [first] = batch
    if (first)
      metrics.countBatch('events', { size: batch.length, waitMs: performance.now() - first.receivedAt })
    const events = batch.map((each) => each.event)
    try {
      const added = await storeEvents(db, events, new Date(clock.now()))
      for (const { event, resolve } of batch) resolve(added.has(event.id))
    } catch (error) {
      // When the database is down, all events fail. Otherwise each event is stored again alone, so that only the
      // invalid one fails; its provider resends it.
      if (isDatabaseDown(error)) {
        const refused = [...batch, ...waiting]
        waiting = []
        for (const { reject } of refused) reject(error)
      } else if (batch.length > 1)
        for (const each of batch) {
          metrics.countAlone('events', 'failure')
          await serve([each])
        }
      else for (const { reject } of batch) reject(error)
    }
  }
  return {
    store: (event) =>
      new Promise((resolve, reject) => {
        waiting.push({ event, receivedAt: performance.now(), resolve, reject })
        if (!isWorking) void work()
      }),
  }
}
