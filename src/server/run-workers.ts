import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { systemClock } from './context.ts'
import { openUploads } from './create-context.ts'
import { createLog } from './platform/create-log.ts'
import { openErrorReports } from './platform/error-reports/open-error-reports.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { addProcessMetrics } from './platform/metrics/process-metrics.ts'
import { startBackups } from '#server/platform/backups/start-backups.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { prepareDemo } from '#server/commands/seed.ts'
import { readMetrics } from '#server/http/monitoring/answer-metrics.ts'
import { serveMetrics } from '#server/http/monitoring/serve-metrics.ts'
import { readWorkerMetrics } from '#server/http/monitoring/worker-metrics.ts'
import { offerFirstOperator } from '#server/people/operators/offer-first-operator.ts'
import { readKeys } from '#server/platform/encryption/read-keys.ts'

export interface ListeningWorker {
  port: number
  hosts: string[]
}

export interface Workers extends ListeningWorker {
  log: Logger
  operatorToken: string | undefined
  stop: () => Promise<void>
}

/** Thrown if a worker failed to start. The worker has already printed the reason. */
class NoWorker extends Error {
  override name = 'NoWorker'
}

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 10_000
/** A worker that ran longer than this didn't fail to start. */
const HEALTHY_MS = 30_000
/** Timeout for stopping a worker; longer than its graceful shutdown. */
const STOP_MS = 20_000

/**
 * Runs several processes that share one port. The primary owns the embedded database, migrates and seeds it; workers are
 * ordinary nodes with a DATABASE_URL. A worker that exits is replaced.
 */
export async function runWorkers(config: Config): Promise<Workers> {
  const metrics = createMetrics()
  const log = createLog(config, { metrics, reports: openErrorReports(config, metrics.registry) })
  const database = await openDatabase(config, log, { exclusive: true })
  try {
    const { maintenance } = database
    await migrateToLatest(maintenance)
    await prepareDemo({ config, db: maintenance, log })
    const crew = createCrew({ environment: environmentOf(config, database.connection), log })
    // The first worker starts alone, because a problem that prevents its start would prevent that of the others too.
    const ready = await crew.startOne()
    await Promise.all(Array.from({ length: config.WORKERS - 1 }, crew.startOne))
    // The primary process isn't a node, so its metrics have no node id.
    addProcessMetrics(metrics.registry, '')
    const context = { clock: systemClock, config, slowReads: database.db }
    const metricsServer = await serveMetrics(config, log, async () =>
      readMetrics(context, [await readWorkerMetrics(crew.workers, metrics.registry)]),
    )
    const operatorToken = await offerFirstOperator({ db: database.db, clock: systemClock, config, log })
    const uploads = openUploads(config, systemClock)
    const backups = startBackups({ config, database, uploads, clock: systemClock, log })
    const stop = async (): Promise<void> => {
      await metricsServer?.stop()
      await crew.stop()
      await backups.stop()
      await database.close()
    }
    return { ...ready, log, operatorToken, stop }
  } catch (error) {
    await database.close()
    throw error
  }
}

function createCrew({ environment, log }: { environment: Record<string, string>; log: Logger }) {
  const stopping = new AbortController()
  const keeping = new Set<Promise<void>>()
  /** Workers by number, starting at 1. */
  const workers = new Map<number, Worker>()
  /** Replaces an exited worker, with increasing delays after repeated failures. */
  const keep = async (first: Worker): Promise<void> => {
    const place = keeping.size + 1
    let worker: Worker | undefined = first
    for (let wait = FIRST_RETRY_MS; ;) {
      worker ??= cluster.fork(environment)
      workers.set(place, worker)
      const startedAt = Date.now()
      const [code, signal] = await once(worker, 'exit')
      workers.delete(place)
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > HEALTHY_MS) wait = FIRST_RETRY_MS
      log.error({ worker: worker.process.pid, code, signal, wait }, 'A worker process died and is replaced')
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      wait = Math.min(wait * 2, MAX_RETRY_MS)
      worker = undefined
    }
  }
  return {
    workers,
    startOne: async (): Promise<ListeningWorker> => {
      const worker = cluster.fork(environment)
      const ready = await whenReady(worker)
      keeping.add(keep(worker))
      return ready
    },
    stop: async (): Promise<void> => {
      stopping.abort()
      const all = Object.values(cluster.workers ?? {})
      for (const worker of all) worker?.process.kill('SIGTERM')
      const giveUp = setTimeout(() => {
        for (const worker of all) worker?.process.kill('SIGKILL')
      }, STOP_MS)
      await Promise.all(keeping)
      clearTimeout(giveUp)
    },
  }
}

async function whenReady(worker: Worker): Promise<ListeningWorker> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    const [said] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(() => {
        throw new NoWorker('A worker could not start.')
      }),
    ])
    // A worker's first message is always `ListeningWorker`; metrics are requested later.
    return said as ListeningWorker
  } finally {
    settled.abort()
  }
}

/** Returns a worker's environment. Generated secrets are passed on, so that all workers accept each other's webhooks. */
const environmentOf = (config: Config, connection: ClientConfig): Record<string, string> => ({
  WORKERS: '1',
  DATABASE_URL: config.DATABASE_URL || toUrl(connection),
  // The primary serves the metrics of all workers.
  METRICS_PORT: '',
  // Enabled explicitly for the embedded database, because workers always have a DATABASE_URL.
  MAILBOX: config.DATABASE_URL ? config.MAILBOX : 'on',
  NODE_ENV: config.NODE_ENV,
  DEMO: config.DEMO,
  SANDBOX_WEBHOOK_SECRET: config.SANDBOX_WEBHOOK_SECRET.join(','),
  FOYER_ENCRYPTION_KEY: readKeys(config)
    .map((key) => key.toString('base64'))
    .join(','),
  FOYER_ENCRYPTION_KEY_FILE: '',
})

/** Returns the URL of a connection. For a Unix socket, its encoded folder replaces the host. */
const toUrl = ({ host = '', port = 5432, user = '', database = '' }: ClientConfig): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
