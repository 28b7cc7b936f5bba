import type { Kysely } from 'kysely'
import type { Clock } from '../context.ts'
import { isDatabaseDown } from '../db/is-database-down.ts'
import type { Database } from '../db/tables.ts'
import { storeEvents, type IncomingEvent } from './payment-rows.ts'

/** Events of this process on their way into the database together. */
export interface EventDesk {
  /** Whether something is left to do about the event, once it is stored. */
  store: (event: IncomingEvent) => Promise<boolean>
}

const BATCH = 128

interface Waiting {
  event: IncomingEvent
  resolve: (isNews: boolean) => void
  reject: (error: unknown) => void
}

/**
 * What arrives while events are being stored is stored together, by the next statement: in a flood of them the disk is waited
 * for once for many. An event that comes while nothing is under way waits for nobody.
 */
export function openEventDesk({ db, clock }: { db: Kysely<Database>; clock: Clock }): EventDesk {
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
      // What broke the batch breaks alone, and its provider sends it again. A database that is down breaks all of them.
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

/** As many as fit, each event once: one that comes twice at the same time waits for itself. */
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
