import type pg from 'pg'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '#server/context.ts'
import { BEGIN_ASYNC_COMMIT, FLUSH_TO_DISK } from '#server/platform/db/pipelined.ts'
import { FORCE_INDEX_PLANS } from '#server/platform/db/keyed-plans.ts'
import { isDatabaseSilent } from '#server/platform/db/is-database-down.ts'
import { FoyerClient } from '#server/platform/db/client/foyer-client.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { TIME_LIMITS } from '#server/platform/db/time-limits.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { nextBatch, rejectAll, type WaitingRequest } from '#server/platform/db/batches/next-batch.ts'
import type { Pipeline, PipelinedStatement } from './hold-batch-rows.ts'
import type { HoldRequest } from './resolve-hold-request.ts'
import { changeHolds, type HoldOutcome } from './hold-batch.ts'

export interface HoldBatcher {
  change: (request: HoldRequest) => Promise<HoldOutcome>
  close: () => Promise<void>
}

/**
 * Maximum number of requests in a batch. A larger batch would contain all waiting requests, so that Node would be idle
 * while the database works on it.
 */
const MAX_BATCH_SIZE = 128
/** Lock timeout of a batch in milliseconds, so that requests for other ticket types don't wait long for a locked one. */
const LOCK_TIMEOUT_MS = 250
/** Maximum number of requests that run individually at the same time after their batch failed. */
const MAX_INDIVIDUAL_REQUESTS = 8

type WaitingHold = WaitingRequest<HoldRequest, HoldOutcome>

interface Parts {
  connection: ClientConfig
  clock: Clock
  log: Logger
  metrics: Pick<Metrics, 'countBatch' | 'countAlone'>
}

/**
 * Combines hold requests into batches: requests that arrive during a batch form the next one, in order of arrival.
 * When a batch fails or times out on a lock, its requests run individually on other connections. Then only the
 * request that caused the failure fails, and the next batch doesn't wait.
 */
export function createHoldBatcher(parts: Parts): HoldBatcher {
  const line = createLine(parts)
  const sideDoor = createPool(
    { ...parts.connection, max: MAX_INDIVIDUAL_REQUESTS, application_name: 'foyer holds alone' },
    parts.log,
  )
  let waiting: WaitingHold[] = []
  let working: Promise<void> | undefined
  const alone = new Set<Promise<void>>()

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const { batch, rest } = nextBatch(waiting, {
        max: MAX_BATCH_SIZE,
        keyOf: ({ request }) => request.cartId,
      })
      waiting = rest
      await serve(batch)
    }
    working = undefined
  }
  const serve = async (batch: WaitingHold[]): Promise<void> => {
    const [first] = batch
    if (first)
      parts.metrics.countBatch('holds', { size: batch.length, waitMs: performance.now() - first.askedAt })
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
      parts.log.warn({ err: error, requests: batch.length }, 'A batch of holds failed')
      await line.reset()
      // When the database doesn't respond, waiting requests are rejected at once, because each of them would take as
      // long to fail.
      if (isDatabaseSilent(error)) return rejectAll([...batch, ...waiting.splice(0)], error)
      for (const each of batch) goAlone(each)
    }
  }
  const goAlone = (one: WaitingHold): void => {
    parts.metrics.countAlone('holds', 'failure')
    const served = serveAlone(sideDoor, one, parts.clock).finally(() => alone.delete(served))
    alone.add(served)
  }
  return {
    change: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, askedAt: performance.now(), resolve, reject })
        // Requests that arrive in the same turn of the event loop join the batch.
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

function settle(batch: readonly WaitingHold[], outcomes: readonly HoldOutcome[]): void {
  batch.forEach((each, index) => {
    const outcome = outcomes[index]
    if (outcome) each.resolve(outcome)
    else each.reject(new Error('A hold request got no result.'))
  })
}

async function serveAlone(pool: pg.Pool, one: WaitingHold, clock: Clock): Promise<void> {
  try {
    const client = await pool.connect()
    try {
      settle([one], await changeHolds(toPipeline(client), [one.request], clock.now()))
      client.release()
    } catch (error) {
      // Closing the connection rolls back its transaction.
      client.release(true)
      throw error
    }
  } catch (error) {
    one.reject(error)
  }
}

const toPipeline = (client: pg.ClientBase): Pipeline => ({
  run: async <Row extends pg.QueryResultRow>(statement: PipelinedStatement, values: unknown[]) =>
    (await client.query<Row>({ ...statement, values })).rows,
  begin: () => client.query(BEGIN_ASYNC_COMMIT),
  commit: () => Promise.all([client.query('commit'), client.query(FLUSH_TO_DISK)]),
})

/** Opens the batcher's pipelined connection on first use, and reopens it after failures. */
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
      log.warn({ err: error }, 'The database connection for holds was lost')
      if (client === made) client = undefined
    })
    await made.connect()
    await made.query(FORCE_INDEX_PLANS)
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
