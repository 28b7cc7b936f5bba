import { Counter, Histogram, Registry } from '@prometheus-io/client'

/**
 * Counters of this process since its start. Labels have few values, all known in advance: contracts, classes of
 * status codes, names in the code; never ids, paths, hosts or addresses.
 */
export interface Metrics {
  registry: Registry
  countRequest: (contract: string, status: number, tookMs: number) => void
  /** Counts a page from the cache. Cheaper than `countRequest`, which would take 2% of the time of such a page. */
  countCachedPage: () => void
  countHold: () => void
  countPaidOrder: () => void
  /** Counts a batch. `waitMs`: how long the oldest request of the batch waited until it started. */
  countBatch: (batcher: BatchKind, batch: { size: number; waitMs: number }) => void
  /** Counts a request that left its batch to run in its own transaction. */
  countAlone: (batcher: BatchKind, reason: RunAloneReason) => void
  countDelivery: (result: 'delivered' | 'failed') => void
  countLogLine: (level: 'warn' | 'error' | 'fatal') => void
}

export type BatchKind = 'holds' | 'events' | 'checkouts' | 'charges' | 'payments'

/** `locks`: the request needs more locks than a batch takes, or has to wait for one. `failure`: its batch failed. */
export type RunAloneReason = 'locks' | 'failure'

/** Label for requests that are answered from the page cache. */
export const CACHED_PAGE = 'cached page'

const DURATION_BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5]
const WAIT_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5]
const SIZE_BUCKETS = [1, 4, 16, 64]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const countCounter = (name: string, help: string): Counter => new Counter({ name, help, registers })
  const holds = countCounter('foyer_holds_total', 'Carts that were saved with their holds')
  const paidOrders = countCounter('foyer_orders_paid_total', 'Orders whose payment succeeded')
  const deliveries = new Counter({
    name: 'foyer_webhook_deliveries_total',
    help: 'Attempts to deliver a webhook, by result',
    labelNames: ['result'],
    registers,
  })
  const logLines = new Counter({
    name: 'foyer_log_lines_total',
    help: 'Lines of the log that report a problem, by level',
    labelNames: ['level'],
    registers,
  })
  return {
    registry,
    ...countRequests(registry),
    ...countBatches(registry),
    countHold: () => holds.inc(),
    countPaidOrder: () => paidOrders.inc(),
    countDelivery: (result) => deliveries.inc({ result }),
    countLogLine: (level) => logLines.inc({ level }),
  }
}

function countRequests(registry: Registry): Pick<Metrics, 'countRequest' | 'countCachedPage'> {
  let cachedPages = 0
  const requests: Counter<'contract' | 'status'> = new Counter({
    name: 'foyer_requests_total',
    help: 'Answered requests',
    labelNames: ['contract', 'status'],
    registers: [registry],
    collect: () => {
      if (cachedPages > 0) requests.inc({ contract: CACHED_PAGE, status: '2xx' }, cachedPages)
      cachedPages = 0
    },
  })
  const durations = new Histogram({
    name: 'foyer_request_duration_seconds',
    help: 'Time until a response was sent, except cached pages',
    labelNames: ['contract'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  return {
    countCachedPage: () => void (cachedPages += 1),
    countRequest: (contract, status, tookMs) => {
      requests.inc({ contract, status: `${Math.floor(status / 100)}xx` })
      durations.observe({ contract }, tookMs / 1000)
    },
  }
}

function countBatches(registry: Registry): Pick<Metrics, 'countBatch' | 'countAlone'> {
  const labels = { labelNames: ['batcher'] as const, registers: [registry] }
  const sizes = new Histogram({
    name: 'foyer_batch_size',
    help: 'Requests per batch',
    buckets: SIZE_BUCKETS,
    ...labels,
  })
  const waits = new Histogram({
    name: 'foyer_batch_wait_seconds',
    help: 'Time that the oldest request of a batch waited until the batch started',
    buckets: WAIT_BUCKETS,
    ...labels,
  })
  const alone = new Counter({
    name: 'foyer_batch_alone_total',
    help: 'Requests of a batch that then ran in a transaction of their own',
    labelNames: ['batcher', 'reason'],
    registers: [registry],
  })
  return {
    countAlone: (batcher, reason) => alone.inc({ batcher, reason }),
    countBatch: (batcher, { size, waitMs }) => {
      sizes.observe({ batcher }, size)
      waits.observe({ batcher }, waitMs / 1000)
    },
  }
}
