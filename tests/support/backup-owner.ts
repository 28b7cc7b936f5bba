import { createInterface } from 'node:readline'
import { readConfig } from '#server/platform/config.ts'
import { systemClock } from '#server/context.ts'
import { openUploads } from '#server/create-context.ts'
import { createLog } from '#server/platform/create-log.ts'
import { startBackups } from '#server/platform/backups/start-backups.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { QUICK } from './backups.ts'

/**
 * Owns the data folder FOYER_DATA_DIR and backs it up, for tests that kill it. Prints the server's address, runs until its input
 * ends.
 */
const config = readConfig(process.env)
const log = createLog(config)
const database = await openDatabase(config, log, { exclusive: true })
await migrateToLatest(database.maintenance)
const uploads = openUploads(config, systemClock)
const backups = startBackups({ config, database, uploads, clock: systemClock, log }, QUICK)
createInterface(process.stdin).once('close', () => {
  void backups
    .stop()
    .then(database.close)
    .then(() => process.exit(0))
})
const { host, port } = database.connection
console.info(JSON.stringify({ host, port }))
