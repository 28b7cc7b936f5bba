import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { contextForJobs, type Clock, type Context } from './context.ts'
import { createContext, openUploads } from './create-context.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { startBackups } from '#server/platform/backups/start-backups.ts'
import type { OpenDatabase } from '#server/platform/db/open-database.ts'
import { prepareDemo } from '#server/commands/seed.ts'
import { createCdnPurge } from '#server/http/cdn/purge-cdn.ts'
import { createDrain } from '#server/http/connections/drain.ts'
import { createFrontDoor } from './http/front-door.ts'
import { readMetrics } from '#server/http/monitoring/answer-metrics.ts'
import { serveMetrics } from '#server/http/monitoring/serve-metrics.ts'
import { listenForChanges } from '#server/http/page-cache/listen-for-changes.ts'
import { createPageCache } from '#server/http/page-cache/page-cache.ts'
import { createPreloads } from '#server/http/pages/page-preloads.ts'
import type { HandlePage } from '#server/http/pages/render-page.ts'
import { createStaticFiles } from '#server/http/pages/static-files.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { startMailDispatcher } from '#server/messages/delivery/start-mail-dispatcher.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { MAX_SITE_WAIT_MS } from '#server/sites/hosts/resolve-site.ts'

export interface Foyer {
  context: Context
  port: number
  stop: () => Promise<void>
}

const DRAIN_MS = 10_000

/** Limits of the page cache. Pages are cached for a second, so only pages that are requested more often benefit. */
const CACHE = { maxPages: 5000, maxBodyBytes: 32 * 1024 * 1024 }

/** Starts everything that uses the database: the demo if the settings enable it, front door, jobs. */
export async function serveFoyer(
  parts: { config: Config; database: OpenDatabase; log: Logger; metrics: Metrics },
  options: { clock?: Clock },
): Promise<Foyer> {
  const { config, database, log, metrics } = parts
  const { db, maintenance, pool, connection } = database
  const pages = loadPages()
  pages.catch(() => undefined)
  await prepareDemo({ config, db: maintenance, log })
  const context = await createContext({ config, db, connection, pool, log, metrics, ...options })
  const cache = createPageCache({ clock: context.clock, ...CACHE })
  let post: MailDispatcher | undefined
  const cdn = createCdnPurge(config, log)
  const listening = await listenForChanges({
    context,
    cdn,
    connection,
    cache,
    onMail: () => post?.wake(),
  })
  const drain = createDrain()
  const server = createFrontDoor({
    context,
    drain,
    cache,
    serveFile: createStaticFiles(built('client')),
    handlePage: await pages,
    addPreloads: createPreloads(built('client')),
  })
  await listenOn(server, config)
  // Waits until the sites are loaded, at most as long as a request would wait.
  await context.sites.whenReady(MAX_SITE_WAIT_MS)
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  // The mail queue is opened after the server accepts requests.
  post = startMailDispatcher(contextForJobs(context), port)
  const jobs = startJobs(contextForJobs(context), post)
  const metricsServer = await serveMetrics(config, log, () => readMetrics(context, [metrics.registry]))
  const uploads = openUploads(config, context.clock)
  const backups = startBackups({ config, database, uploads, clock: context.clock, log })
  const stop = async (): Promise<void> => {
    await drain.run(server, DRAIN_MS)
    await jobs.stop()
    await backups.stop()
    await flushVisits(context)
    await metricsServer?.stop()
    await listening.stop()
    await cdn?.stop()
    await post?.close()
    await context.close()
    await database.close()
  }
  return { context, port, stop }
}

const flushVisits = ({ visits, log }: Context): Promise<void> =>
  visits.flush().catch((error: unknown) => log.warn({ err: error }, 'Some link visits were not counted'))

const listenOn = (server: Server, { PORT, HOST }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(PORT, HOST, resolve)
  })

const built = (part: string): string => fileURLToPath(new URL(`../../dist/${part}/`, import.meta.url))

/** Loads the pages from the build at run time, because the build doesn't exist when Foyer is type-checked and built. */
async function loadPages(): Promise<HandlePage> {
  const entry: { handler: HandlePage } = await import(
    new URL('../../dist/server/entry.mjs', import.meta.url).href
  )
  return entry.handler
}
