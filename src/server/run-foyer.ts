import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { forJobs, type Clock, type Context } from './context.ts'
import { createContext, createLog } from './create-context.ts'
import { migrateToLatest } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import { hasDemo, seedDemo } from './db/seed.ts'
import { createDrain } from './http/drain.ts'
import { createFrontDoor } from './http/front-door.ts'
import { keepFresh } from './http/keep-fresh.ts'
import { createPageCache } from './http/page-cache.ts'
import { createPreloads } from './http/page-preloads.ts'
import type { HandlePage } from './http/render-page.ts'
import { createStaticFiles } from './http/static-files.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { openPostOffice } from './mail/open-post-office.ts'
import type { PostOffice } from './mail/post-office.ts'
import { SITE_PATIENCE_MS } from './sites/resolve-site.ts'

export interface Foyer {
  context: Context
  port: number
  /** Finishes what is under way, then lets go of port and database. */
  stop: () => Promise<void>
}

/** How long requests that are under way may take once Foyer has been asked to stop. */
const DRAIN_MS = 10_000

/** What a node keeps of its pages at most. They last a second: only those that are asked for more often gain by it. */
const CACHE = { mostPages: 5000, maxBodyBytes: 32 * 1024 * 1024 }

/** Database, migrations, demo on an empty embedded database, jobs, front door: everything behind `npm start`. */
export async function runFoyer(config: Config, options: { clock?: Clock } = {}): Promise<Foyer> {
  const log = createLog(config)
  const database = await openDatabase(config, log, { exclusive: true })
  try {
    const { maintenance } = database
    await migrateToLatest(maintenance)
    if (hasDemo(config)) await seedDemo(maintenance, Date.now())
    const context = await createContext({
      config,
      db: database.db,
      connection: database.connection,
      log,
      ...options,
    })
    const cache = createPageCache({ clock: context.clock, ...CACHE })
    let post: PostOffice | undefined
    const listening = await keepFresh({
      context,
      connection: database.connection,
      cache,
      onMail: () => post?.ring(),
    })
    const drain = createDrain()
    const server = createFrontDoor({
      context,
      drain,
      cache,
      serveFile: createStaticFiles(built('client')),
      handlePage: await loadPages(),
      addPreloads: createPreloads(built('client')),
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(config.PORT, config.HOST, resolve)
    })
    // Whoever is told that Foyer has started finds its storefronts, unless it takes longer than a request would wait.
    await context.sites.whenReady(SITE_PATIENCE_MS)
    // A TCP server that listens has an address with a port.
    const { port } = server.address() as AddressInfo
    // Visitors come first: the queue of mails is set up once the door is open.
    post = openPostOffice(forJobs(context), port)
    const jobs = startJobs(forJobs(context), post)
    const stop = async (): Promise<void> => {
      await drain.run(server, DRAIN_MS)
      await jobs.stop()
      await context.visits
        .flush()
        .catch((error: unknown) => log.warn({ err: error }, 'Some visits are not counted'))
      await listening.stop()
      await post?.close()
      await context.close()
      await database.close()
    }
    return { context, port, stop }
  } catch (error) {
    await database.close()
    throw error
  }
}

const built = (part: string): string => fileURLToPath(new URL(`../../dist/${part}/`, import.meta.url))

/** The build's entry is found at run time: it doesn't exist while Foyer is being checked and built. */
async function loadPages(): Promise<HandlePage> {
  const entry: { handler: HandlePage } = await import(
    new URL('../../dist/server/entry.mjs', import.meta.url).href
  )
  return entry.handler
}
