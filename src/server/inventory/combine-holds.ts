import type pg from 'pg'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../context.ts'
import { BEGIN, REACH_THE_DISK } from '../db/pipelined.ts'
import { isDatabaseSilent } from '../db/is-database-down.ts'
import { createPool, FoyerClient } from '../db/pool.ts'
import { TIME_LIMITS } from '../db/time-limits.ts'
import type { Pipeline, Statement } from './hold-batch-rows.ts'
import type { HoldRequest } from './decide-hold.ts'
import { changeHolds, type HoldOutcome } from './hold-batch.ts'

/** Changes to holds, of this process, on their way into the database together. */
export interface HoldDesk {
  change: (request: HoldRequest) => Promise<HoldOutcome>
  close: () => Promise<void>
}

/** While a batch is in the database, those who come make up the next: of more at once, nobody would be left for it. */
const BATCH = 128
/** A batch waits no longer than this for a lock: those who wait for another ticket type have nothing to do with it. */
const LOCK_TIMEOUT_MS = 250
/** How many go alone at once after their batch broke. */
const ALONE = 8

interface Waiting {
  request: HoldRequest
  resolve: (outcome: HoldOutcome) => void
  reject: (error: unknown) => void
}

interface Parts {
  connection: ClientConfig
  clock: Clock
  log: Logger
}

/**
 * What arrives while a batch is under way goes into the next one, in the order of arrival; a request that comes while
 * nothing is under way waits for nobody. When a batch breaks or a lock keeps it waiting, each of its requests goes on alone
 * on connections of their own: what broke it fails alone, and the next batch doesn't wait for them.
 */
export function openHoldDesk(parts: Parts): HoldDesk {
  const line = createLine(parts)
  const sideDoor = createPool(
    { ...parts.connection, max: ALONE, application_name: 'foyer holds alone' },
    parts.log,
  )
  let waiting: Waiting[] = []
  let working: Promise<void> | undefined
  const alone = new Set<Promise<void>>()

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
      settle(
        batch,
        await changeHolds(
          pipeline,
          batch.map((each) => each.request),
          parts.clock.now(),
        ),
      )
    } catch (error) {
      parts.log.warn({ err: error, requests: batch.length }, 'A batch of holds broke')
      await line.reset()
      // Those who came meanwhile would wait as long again.
      if (isDatabaseSilent(error)) return rejectAll([...batch, ...waiting.splice(0)], error)
      for (const each of batch) goAlone(each)
    }
  }
  const goAlone = (one: Waiting): void => {
    const served = serveAlone(sideDoor, one, parts.clock).finally(() => alone.delete(served))
    alone.add(served)
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
      await Promise.all(alone)
      await line.reset()
      await sideDoor.end()
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

function settle(batch: readonly Waiting[], outcomes: readonly HoldOutcome[]): void {
  batch.forEach((each, index) => {
    const outcome = outcomes[index]
    if (outcome) each.resolve(outcome)
    else each.reject(new Error('A hold was left without an answer.'))
  })
}

function rejectAll(requests: readonly Waiting[], error: unknown): void {
  for (const { reject } of requests) reject(error)
}

async function serveAlone(pool: pg.Pool, one: Waiting, clock: Clock): Promise<void> {
  try {
    const client = await pool.connect()
    try {
      settle([one], await changeHolds(toPipeline(client), [one.request], clock.now()))
      client.release()
    } catch (error) {
      // Ending the session rolls back whatever it had begun.
      client.release(true)
      throw error
    }
  } catch (error) {
    one.reject(error)
  }
}

const toPipeline = (client: pg.ClientBase): Pipeline => ({
  run: async <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) =>
    (await client.query<Row>({ ...statement, values })).rows,
  begin: () => client.query(BEGIN),
  commit: () => Promise.all([client.query('commit'), client.query(REACH_THE_DISK)]),
})

/** The one pipelined connection of the desk, opened when first needed and after it broke. */
function createLine({ connection, log }: Parts) {
  let client: FoyerClient | undefined
  const connect = async (): Promise<FoyerClient> => {
    const made = new FoyerClient({
      ...TIME_LIMITS.requests,
      ...connection,
      pipeline: true,
      lock_timeout: LOCK_TIMEOUT_MS,
      application_name: 'foyer holds',
    })
    made.on('error', (error) => {
      log.warn({ err: error }, 'The connection of the holds was lost')
      if (client === made) client = undefined
    })
    await made.connect()
    return made
  }
  return {
    open: async (): Promise<Pipeline> => toPipeline((client ??= await connect())),
    reset: async (): Promise<void> => {
      const broken = client
      client = undefined
      await broken?.end().catch(() => undefined)
    },
  }
}
