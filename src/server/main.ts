import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { Context } from '#server/context.ts'
import { readConfig, WrongSetting, type Config } from '#server/platform/config.ts'
import { DataInUse } from '#server/platform/db/exclusive.ts'
import { DatabaseNewer } from '#server/platform/db/migrate.ts'
import { DatabaseUnusable } from '#server/platform/db/open-database.ts'
import { answerMetricsRequests } from '#server/http/monitoring/worker-metrics.ts'
import { releaseMemoryWhenIdle } from '#server/platform/memory/release-memory.ts'
import { isListenError, listenMessage } from './listen-message.ts'
import { runFoyer } from './run-foyer.ts'
import type { ListeningWorker } from './run-workers.ts'
import { exitOnUnhandledRejection } from '#server/platform/unhandled-rejections.ts'

/**
 * Starts Foyer with the settings in `environment`. Errors that the operator can fix are printed as a message; others are
 * bugs and are printed with their stack.
 */
export const start = (environment: NodeJS.ProcessEnv): Promise<void> => run(environment).catch(exitWith)

async function run(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(environment)
  const starting =
    config.WORKERS > 1
      ? import('./run-workers.ts').then(({ runWorkers }) => runWorkers(config))
      : runAlone(config)
  stopOnSignal(starting)
  const running = await starting
  exitOnUnhandledRejection()
  releaseMemoryWhenIdle(running)
  if (cluster.isWorker) process.send?.({ port: running.port, hosts: running.hosts } satisfies ListeningWorker)
  else (await import('./welcome.ts')).printWelcome(config, running)
}

async function runAlone(config: Config): Promise<ListeningWorker & Stoppable> {
  const { context, port, stop } = await runFoyer(config)
  if (cluster.isWorker) answerMetricsRequests(context.metrics.registry)
  const operatorToken = cluster.isWorker ? undefined : await offerOperator(context)
  return { port, hosts: context.sites.hosts(), log: context.log, operatorToken, stop }
}

/**
 * Returns the token that adds the first operator. Its module is imported here, because each module that is loaded
 * before the database is open delays the start.
 */
async function offerOperator(context: Context): Promise<string | undefined> {
  const { offerFirstOperator } = await import('#server/people/operators/offer-first-operator.ts')
  return offerFirstOperator(context)
}

interface Stoppable {
  log: Logger
  /** Token of the link that adds the first operator; undefined if there is an operator. */
  operatorToken: string | undefined
  stop: () => Promise<void>
}

/** Signals within this time count as one: the terminal sends a signal to the whole process group, and npm forwards it again. */
const SAME_SIGNAL_MS = 1000

/**
 * Shuts down gracefully on the first signal, and at once on the next. A signal during the start waits for its end, because
 * the embedded PostgreSQL must not be left running or be killed.
 */
function stopOnSignal(starting: Promise<Stoppable>): void {
  let askedAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (askedAt !== undefined) {
        if (Date.now() - askedAt > SAME_SIGNAL_MS) process.exit(1)
        return
      }
      askedAt = Date.now()
      // A failed start exits by itself.
      starting.then(stopAndExit, () => undefined)
    })
  }
}

async function stopAndExit({ stop, log }: Stoppable): Promise<never> {
  try {
    await stop()
  } catch (error) {
    log.error({ err: error }, 'Foyer did not stop cleanly')
    process.exit(1)
  }
  process.exit(0)
}

const EXPECTED = [WrongSetting, DataInUse, DatabaseUnusable, DatabaseNewer]

function exitWith(error: unknown): never {
  if (error instanceof Error && EXPECTED.some((kind) => error instanceof kind)) console.error(error.message)
  // A worker that failed to start has printed the reason.
  else if (!isNoWorker(error)) console.error(isListenError(error) ? listenMessage(error) : error)
  process.exit(1)
}

const isNoWorker = (error: unknown): boolean => error instanceof Error && error.name === 'NoWorker'
