import { createInterface } from 'node:readline'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/create-log.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'

/** Owns the data folder FOYER_DATA_DIR, for tests that kill it. Prints the server's address, runs until its input ends. */
const config = readConfig(process.env)
try {
  const { connection, close } = await openDatabase(config, createLog(config), { exclusive: true })
  const stop = (): void => {
    close().then(() => process.exit(0), fail)
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  createInterface(process.stdin).once('close', stop)
  console.info(JSON.stringify({ host: connection.host, port: connection.port }))
} catch (error) {
  fail(error)
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? `${error.name}: ${error.message}` : error)
  process.exit(1)
}
