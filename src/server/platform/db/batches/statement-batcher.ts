import { nextBatch, rejectAll, type WaitingRequest } from './next-batch.ts'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'

interface Work<Request, Outcome> {
  /** Requests with the same key are never in the same batch. */
  keyOf: (request: Request) => string
  /** Executes one statement. Returns one outcome per request, in the same order. */
  run: (requests: readonly Request[]) => Promise<readonly Outcome[]>
  /** Called before each batch. `waitMs`: how long the oldest request of the batch waited until it started. */
  onBatch?: (batch: { size: number; waitMs: number }) => void
  /** Called for each request of a failed batch; these are then executed one by one. */
  onAlone?: () => void
}

/** Maximum number of requests in a statement. */
const BATCH = 128

/**
 * Combines requests into shared statements: requests that arrive while a statement runs are combined into the next
 * one, which saves transactions and disk flushes under load. When a statement fails, its requests are executed one by
 * one, so that only the request that caused the failure fails.
 */
export function createStatementBatcher<Request, Outcome>(
  work: Work<Request, Outcome>,
): (request: Request) => Promise<Outcome> {
  type One = WaitingRequest<Request, Outcome>
  let waiting: One[] = []
  let isWorking = false
  const workOff = async (): Promise<void> => {
    isWorking = true
    while (waiting.length > 0) {
      const { batch, rest } = nextBatch(waiting, { max: BATCH, keyOf: ({ request }) => work.keyOf(request) })
      waiting = rest
      await serve(batch)
    }
    isWorking = false
  }
  const serve = async (batch: readonly One[]): Promise<void> => {
    const [first] = batch
    if (!first) return
    work.onBatch?.({ size: batch.length, waitMs: performance.now() - first.askedAt })
    try {
      const outcomes = await work.run(batch.map(({ request }) => request))
      outcomes.forEach((outcome, index) => batch[index]?.resolve(outcome))
    } catch (error) {
      // Retrying each request would take as long to fail.
      if (isDatabaseDown(error)) return rejectAll([...batch, ...waiting.splice(0)], error)
      if (batch.length === 1) return first.reject(error)
      for (const each of batch) {
        work.onAlone?.()
        await serve([each])
      }
    }
  }
  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, askedAt: performance.now(), resolve, reject })
      if (!isWorking) void workOff()
    })
}
