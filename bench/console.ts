import { parseArgs } from 'node:util'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/create-log.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { isDatabaseEmpty } from '#server/commands/seed.ts'
import { askConsole } from './console/ask-console.ts'
import { MILLION, seedConsole } from './console/seed-console.ts'
import { openContext } from './support/context.ts'
import { startHelper } from './support/processes.ts'
import { toTable } from './support/table.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'

/**
 * `node bench/console.ts [--orders=1000000] [--only=/reports/sales]`: measures every read of the console, on a database that
 * is seeded when empty (`FOYER_DATA_DIR` keeps it for the next run). Never fails on slow results.
 */
const { orders, only } = parseArgs({
  options: {
    orders: { type: 'string', default: String(MILLION) },
    only: { type: 'string', default: '' },
  },
}).values
const config = readConfig(process.env, { LOG_LEVEL: 'warn' })
const say = (words: string): void => void process.stderr.write(`${words}\n`)
const database = await openDatabase(config, createLog(config), { exclusive: false })
try {
  await migrateToLatest(database.db)
  if (await isDatabaseEmpty(database.db)) await seedConsole(database.db, Number(orders), say)
  const { host, user, database: name } = database.connection
  const address = `postgres://${String(user)}@${encodeURIComponent(String(host))}/${String(name)}`
  const foyer = await startHelper('server', 'serve.ts', {
    env: { DATABASE_URL: address, FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY, HOST: '127.0.0.1', PORT: '0' },
  })
  const { context, close } = await openContext({
    DATABASE_URL: address,
    FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
  })
  try {
    process.stdout.write(`${toTable(await askConsole(context, { origin: foyer.origin, only }))}\n`)
  } finally {
    await close()
    await foyer.stop()
  }
} finally {
  await database.close()
}
