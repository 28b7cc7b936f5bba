import { readConfig } from '#server/platform/config.ts'
import { contextForJobs, type Context } from './context.ts'
import { createContext } from './create-context.ts'
import { createLog } from './platform/create-log.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { prepareDemo } from '#server/commands/seed.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { startMailDispatcher } from '#server/messages/delivery/start-mail-dispatcher.ts'

/** Port of `astro dev` (astro.config.mjs). */
const DEVELOPMENT_PORT = 4321

/**
 * The development context is kept on the global object, because the development server reloads this module after every
 * edit.
 */
declare global {
  var foyerDevelopment: Promise<Context> | undefined
}

export const openDevelopmentContext = (): Promise<Context> => (globalThis.foyerDevelopment ??= build())

async function build(): Promise<Context> {
  const config = readConfig(process.env)
  const log = createLog(config)
  const { db, maintenance, connection } = await openDatabase(config, log, { exclusive: true })
  await migrateToLatest(maintenance)
  await prepareDemo({ config, db: maintenance, log })
  const context = await createContext({ config, db, connection, log })
  await context.sites.whenReady(60_000)
  startJobs(contextForJobs(context), startMailDispatcher(contextForJobs(context), DEVELOPMENT_PORT))
  return context
}
