import { parseArgs } from 'node:util'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/create-log.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { isDatabaseEmpty } from '#server/commands/seed.ts'
import { MILLION, seedConsole } from './console/seed-console.ts'

/** `node bench/seed-console.ts [--orders=1000000]`: fills the empty database of the environment. Needs a superuser. */
const { orders } = parseArgs({ options: { orders: { type: 'string', default: String(MILLION) } } }).values
const config = readConfig(process.env, { LOG_LEVEL: 'warn' })
const database = await openDatabase(config, createLog(config), { exclusive: true })
try {
  await migrateToLatest(database.db)
  if (!(await isDatabaseEmpty(database.db))) throw new Error('This database already has promoters.')
  await seedConsole(database.db, Number(orders), (words) => process.stdout.write(`${words}\n`))
} finally {
  await database.close()
}
