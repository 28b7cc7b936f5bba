import pg, { type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../context.ts'
import type { Pipeline } from './hold-batch-rows.ts'
import { changeHolds, type HoldOutcome, type HoldRequest } from './hold-batch.ts'

/** Changes to holds, of this process, on their way into the database together. */
export interface HoldDesk {
  change: (request: HoldRequest) => Promise<HoldOutcome>
  close: () => Promise<void>
}

/** More in one transaction would keep the first of them waiting. */
const BATCH = 500

interface Waiting {
  request: HoldRequest
  resolve: (outcome: HoldOutcome) => void
  reject: (error: unknown) => void
}

/**
 * What arrives while a batch is under way goes into the next one, in the order of arrival; a request that comes while
 * nothing is under way waits for nobody. A batch that breaks is tried again one by one, so that what broke it fails alone.
 */
export function openHoldDesk(parts: { connection: ClientConfig; clock: Clock; log: Logger }): HoldDesk {
  const line = createLine(parts)
  let waiting: Waiting[] = []
  let working: Promise<void> | undefined

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const { batch, rest } = nextBatch(waiting)
      waiting = rest
      await serve(batch)
    }
    working = undefined
  }
  const serve = async (batch: Waiting[]): Promise<void> => {
    try {
      const pipeline = await line.open()
      const outcomes = await changeHolds(
        pipeline,
        batch.map((each) => each.request),
        parts.clock.now(),
      )
      batch.forEach((each, index) => {
        const outcome = outcomes[index]
        if (outcome) each.resolve(outcome)
        else each.reject(new Error('A hold was left without an answer.'))
      })
    } catch (error) {
      await line.reset()
      const [only] = batch
      if (batch.length === 1) return only?.reject(error)
      for (const each of batch) await serve([each])
    }
  }
  return {
    change: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject })
        // What else arrives in this turn of the event loop travels along.
        working ??= Promise.resolve().then(work)
      }),
    close: async () => {
      await working
      await line.reset()
    },
  }
}

/** As many as fit, each cart once: a cart's second word waits for its first. */
function nextBatch(waiting: readonly Waiting[]): { batch: Waiting[]; rest: Waiting[] } {
  const carts = new Set<string>()
  const batch: Waiting[] = []
  const rest: Waiting[] = []
  for (const each of waiting) {
    const { cartId } = each.request
    // Once one of a cart's words has to wait, the later ones wait behind it.
    if (batch.length < BATCH && !carts.has(cartId)) batch.push(each)
    else rest.push(each)
    carts.add(cartId)
  }
  return { batch, rest }
}

/** The one connection of the desk, opened when first needed and after it broke. */
function createLine({ connection, log }: { connection: ClientConfig; log: Logger }) {
  let client: pg.Client | undefined
  const open = async (): Promise<Pipeline> => {
    client ??= await connect()
    const line = client
    return {
      run: async <Row extends pg.QueryResultRow>(
        statement: { name: string; text: string },
        values: unknown[],
      ) => (await line.query<Row>({ ...statement, values })).rows,
      begin: () => line.query('begin'),
      commit: () => line.query('commit'),
    }
  }
  const connect = async (): Promise<pg.Client> => {
    const made = new pg.Client({ ...connection, pipeline: true, application_name: 'foyer holds' })
    made.on('error', (error) => {
      log.warn({ err: error }, 'The connection of the holds was lost')
      if (client === made) client = undefined
    })
    await made.connect()
    return made
  }
  const reset = async (): Promise<void> => {
    const broken = client
    client = undefined
    // Ending the session rolls back whatever it had begun.
    await broken?.end().catch(() => undefined)
  }
  return { open, reset }
}
