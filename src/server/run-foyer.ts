import type { Config } from '#server/platform/config.ts'
import type { Clock } from './context.ts'
import { createLog } from './platform/create-log.ts'
import { openErrorReports } from './platform/error-reports/open-error-reports.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Foyer } from './serve-foyer.ts'

export type { Foyer } from './serve-foyer.ts'

/**
 * Implements `npm start`: starts the database, migrates it, adds the demo if the settings enable it, and starts jobs and
 * front door.
 */
export async function runFoyer(config: Config, options: { clock?: Clock } = {}): Promise<Foyer> {
  const metrics = createMetrics()
  const log = createLog(config, { metrics, reports: openErrorReports(config, metrics.registry) })
  const opening = openDatabase(config, log, { exclusive: true })
  // Most modules are loaded while PostgreSQL starts.
  const serving = import('./serve-foyer.ts')
  serving.catch(() => undefined)
  const database = await opening
  try {
    await migrateToLatest(database.maintenance)
    const { serveFoyer } = await serving
    return await serveFoyer({ config, database, log, metrics }, options)
  } catch (error) {
    await database.close()
    throw error
  }
}
