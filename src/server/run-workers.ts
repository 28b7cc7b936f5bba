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
import { readWorkers } from '#server/http/monitoring/worker-metrics.ts'
import { offerFirstOperator } from '#server/people/operators/offer-first-operator.ts'
import { readKeys } from '#server/platform/encryption/read-keys.ts'

export interface Ready {
  port: number
  hosts: string[]
}

export interface Workers extends Ready {
  log: Logger
  operatorToken: string | undefined
  stop: () => Promise<void>
}

/** A worker failed to start and has printed the reason. */
class NoWorker extends Error {
  override name = 'NoWorker'
}

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 10_000
/** A worker that ran longer than this didn't fail at start. */
const HEALTHY_MS = 30_000
/** Longer than a worker's graceful shutdown. */
const STOP_MS = 20_000

/**
 * Runs several processes that share one port. The primary holds the embedded database and its lock, migrates and
 * seeds; workers are ordinary nodes with a DATABASE_URL. A worker that exits is replaced.
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
    // The first worker starts alone, because what prevents it from starting would prevent the others too.
    const ready = await crew.startOne()
    await Promise.all(Array.from({ length: config.WORKERS - 1 }, crew.startOne))
    // The primary isn't a node.
    addProcessMetrics(metrics.registry, '')
    const context = { clock: systemClock, config, slowReads: database.db }
    const metricsServer = await serveMetrics(config, log, async () =>
      readMetrics(context, [await readWorkers(crew.workers, metrics.registry)]),
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
  /** By place, from 1. */
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
    startOne: async (): Promise<Ready> => {
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

async function whenReady(worker: Worker): Promise<Ready> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    const [said] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(() => {
        throw new NoWorker('A worker could not start.')
      }),
    ])
    // A worker's first message is always `Ready`. It sends metrics only on request, which comes later.
    return said as Ready
  } finally {
    settled.abort()
  }
}

/** Settings of a worker. Generated secrets are passed on, so that any worker can verify another's webhooks. */
const environmentOf = (config: Config, connection: ClientConfig): Record<string, string> => ({
  WORKERS: '1',
  DATABASE_URL: config.DATABASE_URL || toUrl(connection),
  // The primary answers there, with the metrics of all workers.
  METRICS_PORT: '',
  // Turned on explicitly for the embedded database, because workers have a DATABASE_URL in any case.
  MAILBOX: config.DATABASE_URL ? config.MAILBOX : 'on',
  NODE_ENV: config.NODE_ENV,
  DEMO: config.DEMO,
  SANDBOX_WEBHOOK_SECRET: config.SANDBOX_WEBHOOK_SECRET.join(','),
  FOYER_ENCRYPTION_KEY: readKeys(config)
    .map((key) => key.toString('base64'))
    .join(','),
  FOYER_ENCRYPTION_KEY_FILE: '',
})

/** URL of a connection, with the encoded folder of a Unix socket in place of the host. */
const toUrl = ({ host = '', port = 5432, user = '', database = '' }: ClientConfig): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
