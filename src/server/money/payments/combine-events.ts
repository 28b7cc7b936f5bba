import type { Kysely } from 'kysely'
import type { Clock } from '#server/context.ts'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { storeEvents, type IncomingEvent } from './payment-rows.ts'

export interface EventBatcher {
  /** Stores the event. Resolves to false when there is nothing left to process. */
  store: (event: IncomingEvent) => Promise<boolean>
}

const BATCH = 128

interface Waiting {
  event: IncomingEvent
  resolve: (isNews: boolean) => void
  reject: (error: unknown) => void
}

/** Events that arrive during a batch are stored by the next statement, which saves disk flushes under load. */
export function createEventBatcher({ db, clock }: { db: Kysely<Database>; clock: Clock }): EventBatcher {
  let waiting: Waiting[] = []
  let isWorking = false
  const work = async (): Promise<void> => {
    isWorking = true
    while (waiting.length > 0) {
      const { batch, rest } = nextBatch(waiting)
      waiting = rest
      await serve(batch)
    }
    isWorking = false
  }
  const serve = async (batch: readonly Waiting[]): Promise<void> => {
    const events = batch.map((each) => each.event)
    try {
      const news = await storeEvents(db, events, new Date(clock.now()))
      for (const { event, resolve } of batch) resolve(news.has(event.id))
    } catch (error) {
      // An event that breaks the batch is retried alone and fails alone; its provider resends it. When the database is down, all fail.
      if (isDatabaseDown(error)) {
        const refused = [...batch, ...waiting]
        waiting = []
        for (const { reject } of refused) reject(error)
      } else if (batch.length > 1) for (const each of batch) await serve([each])
      else for (const { reject } of batch) reject(error)
    }
  }
  return {
    store: (event) =>
      new Promise((resolve, reject) => {
        waiting.push({ event, resolve, reject })
        if (!isWorking) void work()
      }),
  }
}

/** Takes up to BATCH events, each id once: a duplicate waits for the next batch. */
function nextBatch(waiting: readonly Waiting[]): { batch: Waiting[]; rest: Waiting[] } {
  const ids = new Set<string>()
  const batch: Waiting[] = []
  const rest: Waiting[] = []
  for (const each of waiting) {
    const fits = batch.length < BATCH && !ids.has(each.event.id)
    ;(fits ? batch : rest).push(each)
    ids.add(each.event.id)
  }
  return { batch, rest }
}
