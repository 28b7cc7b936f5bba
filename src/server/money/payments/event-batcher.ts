import type { Clock } from '#server/context.ts'
import { createStatementBatcher } from '#server/platform/db/batches/statement-batcher.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { storeEvents, type IncomingEvent } from './payment-event-rows.ts'

export interface EventBatcher {
  /** Stores the event. Resolves to false if it needs no processing. */
  store: (event: IncomingEvent) => Promise<boolean>
}

/** Stores concurrent events in one statement. The provider resends an event that couldn't be stored. */
export const createEventBatcher = ({
  db,
  clock,
  metrics,
}: {
  db: Db
  clock: Clock
  metrics: Pick<Metrics, 'countBatch' | 'countAlone'>
}): EventBatcher => ({
  store: createStatementBatcher<IncomingEvent, boolean>({
    keyOf: ({ id }) => id,
    run: async (events) => {
      const added = await storeEvents(db, events, new Date(clock.now()))
      return events.map(({ id }) => added.has(id))
    },
    onBatch: (batch) => metrics.countBatch('events', batch),
    onAlone: () => metrics.countAlone('events', 'failure'),
  }),
})
