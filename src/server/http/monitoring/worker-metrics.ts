import type { Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { Registry } from '@prometheus-io/client'

/** Time limit for a worker's response, in milliseconds. A worker that is blocked or stopping is left out. */
const ANSWER_MS = 2000

/** The primary's request to a worker. */
interface MetricsRequest {
  /** Random id, which the response repeats. */
  readMetrics: string
}

type Exported = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

interface Answer extends MetricsRequest {
  metrics: Exported
}

/** Answers the primary process's requests for metrics. Called in a worker. */
export function answerMetricsRequests(registry: Registry): void {
  process.on('message', (message) => {
    if (!isQuestion(message)) return
    void registry
      .getMetricsAsJSON()
      .then((metrics) => process.send?.({ ...message, metrics } satisfies Answer))
  })
}

const isQuestion = (message: unknown): message is MetricsRequest =>
  typeof message === 'object' && message !== null && 'readMetrics' in message

/**
 * Reads the metrics of the primary process (`worker` 0) and of all workers. Called in the primary process. The label
 * `worker` is a worker's number, which its replacement keeps. A replacement's counters start at 0: Prometheus handles
 * that for each worker, but not for a sum of all.
 */
export async function readWorkerMetrics(
  workers: ReadonlyMap<number, Worker>,
  ownRegistry: Registry,
): Promise<Registry> {
  const answers = await Promise.all([
    ownRegistry.getMetricsAsJSON().then((metrics) => labelled(metrics, '0')),
    ...[...workers].map(async ([place, worker]) => labelled(await askWorker(worker), String(place))),
  ])
  return Registry.aggregate(answers)
}

function labelled(metrics: Exported, worker: string): Exported {
  for (const { values } of metrics) for (const each of values) each.labels = { ...each.labels, worker }
  return metrics
}

function askWorker(worker: Worker): Promise<Exported> {
  const { promise, resolve } = Promise.withResolvers<Exported>()
  const readMetrics = randomUUID()
  const onMessage = (message: unknown): void => {
    // Only `answerMetricsRequests` sends messages with this field.
    if (isQuestion(message) && message.readMetrics === readMetrics) resolve((message as Answer).metrics)
  }
  const timer = setTimeout(() => resolve([]), ANSWER_MS)
  worker.on('message', onMessage)
  worker.send({ readMetrics } satisfies MetricsRequest, (error) => {
    if (error) resolve([])
  })
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', onMessage)
  })
}
