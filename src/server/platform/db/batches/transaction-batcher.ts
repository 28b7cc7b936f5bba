import { sql, type RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { ErrorCode } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { RunAloneReason, BatchKind, Metrics } from '#server/platform/metrics/metrics.ts'
import { nextBatch, rejectAll, type WaitingRequest } from './next-batch.ts'
import { CommitUnconfirmed } from '#server/platform/db/client/commit-unconfirmed.ts'
import { isDatabaseSilent } from '#server/platform/db/is-database-down.ts'
import { FORCE_INDEX_PLANS_LOCALLY } from '#server/platform/db/keyed-plans.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { Db } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'

/** Verdict of a request that must run in a transaction of its own. */
export const RUN_ALONE = 'alone'

export type BatchVerdict<Data, Code extends ErrorCode> = Result<Data, Code> | typeof RUN_ALONE

/**
 * `waits` is true for a request that runs alone. A batch doesn't wait for locks of carts and orders, because that
 * would delay all of its requests.
 */
export interface Locking {
  waits: boolean
}

export interface Batch<Request> extends Locking {
  requests: readonly Request[]
}

export const skipLockedUnless = (waits: boolean): RawBuilder<unknown> => (waits ? sql`` : sql`skip locked`)

interface Work<Request, Data, Code extends ErrorCode> {
  /** Requests with the same key are never in the same batch. */
  keyOf: (request: Request) => string
  /**
   * Returns one verdict per request, in the same order. In a batch of several, writes nothing for a request that
   * fails or is `RUN_ALONE`. A request that runs alone may fail after writing; its transaction is rolled back. When
   * `waits` is true, no verdict is `RUN_ALONE`.
   */
  run: (trx: PipelinedTransaction, batch: Batch<Request>) => Promise<BatchVerdict<Data, Code>[]>
  /** Error code to return when a constraint is violated, by constraint name. */
  rules?: Readonly<Record<string, Code>>
}

export interface BatcherContext {
  db: Db
  metrics: Pick<Metrics, 'countBatch' | 'countAlone'>
  log: Logger
  name: BatchKind
}

/** Maximum number of requests in a batch. */
const BATCH = 64

/**
 * Runs requests in shared transactions: requests that arrive during a batch form the next one. When a batch fails,
 * its requests run one by one, so that only the request that caused the failure fails. A request whose verdict is
 * `RUN_ALONE` also runs on its own, and the next batch doesn't wait for it.
 */
export function createTransactionBatcher<Request, Data, Code extends ErrorCode>(
  parts: BatcherContext,
  work: Work<Request, Data, Code>,
): (request: Request) => Promise<Result<Data, Code>> {
  type Verdict = BatchVerdict<Data, Code>
  type One = WaitingRequest<Request, Result<Data, Code>>
  const { metrics, log, name } = parts
  const { runOne, runTogether } = createRunner(parts, work)
  let waiting: One[] = []
  let isWorking = false

  const workOff = async (): Promise<void> => {
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
    metrics.countBatch(name, { size: batch.length, waitMs: performance.now() - first.askedAt })
    try {
      const verdicts = await runTogether(batch.map(({ request }) => request))
      batch.forEach((one, index) => settle(one, verdicts[index]))
    } catch (error) {
      // Retrying each request would take as long to fail.
      if (isDatabaseSilent(error) || error instanceof CommitUnconfirmed)
        return rejectAll([...batch, ...waiting.splice(0)], error)
      if (batch.length === 1) return first.reject(error)
      log.warn({ err: error, batcher: name, requests: batch.length }, 'A batch failed')
      for (const one of batch) runAlone(one, 'failure')
    }
  }
  const settle = (one: One, verdict: Verdict | undefined): void => {
    if (verdict === undefined) one.reject(new Error(`A request of a batch of ${name} got no verdict.`))
    else if (verdict === RUN_ALONE) runAlone(one, 'locks')
    else one.resolve(verdict)
  }
  const runAlone = (one: One, reason: RunAloneReason): void => {
    metrics.countAlone(name, reason)
    runOne(one.request, { waits: true }).then((verdict) => {
      if (verdict === RUN_ALONE) one.reject(new Error(`A request of ${name} was not decided.`))
      else one.resolve(verdict)
    }, one.reject)
  }
  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, askedAt: performance.now(), resolve, reject })
      if (isWorking) return
      isWorking = true
      // Requests that arrive in the same turn of the event loop join the batch.
      void Promise.resolve().then(workOff)
    })
}

/** Returns functions that run one request, rolled back when it fails, or several requests in one transaction. */
function createRunner<Request, Data, Code extends ErrorCode>(
  { db, name }: BatcherContext,
  { run, rules }: Work<Request, Data, Code>,
) {
  type Verdict = BatchVerdict<Data, Code>
  const runOne = async (request: Request, { waits }: Locking): Promise<Verdict> => {
    const done = await transact<{ data: Data } | typeof RUN_ALONE, Code>(
      db,
      async (trx) => {
        trx.send(trx.command(FORCE_INDEX_PLANS_LOCALLY))
        const [verdict] = await run(trx, { requests: [request], waits })
        if (verdict === undefined) throw new Error(`A request of ${name} got no verdict.`)
        if (verdict === RUN_ALONE) return succeed(RUN_ALONE)
        return verdict.success ? succeed({ data: verdict.data }) : verdict
      },
      rules,
    )
    if (!done.success) return done
    return done.data === RUN_ALONE ? RUN_ALONE : succeed(done.data.data)
  }
  const runTogether = async (requests: readonly Request[]): Promise<Verdict[]> => {
    const [only] = requests
    if (only !== undefined && requests.length === 1) return [await runOne(only, { waits: false })]
    const done = await transact<Verdict[], never>(db, async (trx) => {
      trx.send(trx.command(FORCE_INDEX_PLANS_LOCALLY))
      return succeed(await run(trx, { requests, waits: false }))
    })
    return done.success ? done.data : []
  }
  return { runOne, runTogether }
}
