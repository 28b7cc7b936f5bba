import { rebuildReports } from '#server/reports/reports/add-pending-reports.ts'
import type { Config } from '#server/platform/config.ts'
import { reencryptWithCurrentKey, expectKnownKeys } from '#server/platform/encryption/encrypt-secrets.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { readKeys } from '#server/platform/encryption/read-keys.ts'
import { dropEverything } from '#server/platform/db/drop-everything.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { countData, countDemo, deleteDemo } from '#server/demo/demo-data-rows.ts'
import { isDemoAllowed } from '#server/platform/demo-rules.ts'
import { confirmOrRefuse, CommandRefused, printLine, withDatabase } from './command.ts'
import type { NeededSchema } from './expect-schema.ts'
import { isDatabaseEmpty, seedDemo } from './seed.ts'
import type { Db } from '#server/platform/db/query.ts'

interface DatabaseCommand {
  exclusive: boolean
  schema?: NeededSchema
  /** True for commands that can start with an empty database. */
  creates?: boolean
  run: (db: Db, config: Config) => Promise<string>
}

const COMMANDS: Readonly<Record<string, DatabaseCommand>> = {
  migrate: {
    exclusive: false,
    schema: 'none',
    run: async (db) => {
      await migrateToLatest(db)
      return 'The database is up to date.'
    },
  },
  seed: {
    exclusive: false,
    creates: true,
    run: async (db, config) => {
      if (!isDemoAllowed(config))
        throw new CommandRefused(
          'This is a production install, and the passwords of the demo are public. Set DEMO=on to insert it anyway.',
        )
      await migrateToLatest(db)
      if (!(await isDatabaseEmpty(db)))
        throw new CommandRefused(
          'The database already has promoters. `npm run db:reset` starts over with the demo.',
        )
      await seedDemo(db, Date.now())
      return 'The demo data was inserted.'
    },
  },
  reports: {
    exclusive: false,
    run: async (db) => {
      await rebuildReports({ db })
      return 'The report totals were rebuilt.'
    },
  },
  secrets: {
    exclusive: false,
    run: async (db, config) => {
      const encryption = createEncryption(readKeys(config))
      await expectKnownKeys({ db, encryption })
      const count = await reencryptWithCurrentKey({ db, encryption })
      return `${count} ${count === 1 ? 'secret was' : 'secrets were'} encrypted with the key ${encryption.keyIds[0]}. All secrets now use this key.`
    },
  },
  'remove-demo': {
    exclusive: true,
    run: async (db) => {
      const found = await countDemo(db)
      if (found.realPayments > 0 || found.realMemberships > 0)
        throw new CommandRefused(
          'The demo is in real use: its promoters have real payments, or its accounts work for other promoters. Nothing was deleted.',
        )
      const what = `${count(found.promoters, 'demo promoter')}, ${count(found.orders, 'order')} and ${count(found.accounts, 'demo account')}`
      await confirmOrRefuse(`This deletes ${what}.`)
      await db.transaction().execute(deleteDemo)
      return `Deleted ${what}.`
    },
  },
  reset: {
    exclusive: true,
    creates: true,
    run: async (db, config) => {
      await confirmReset(db, config)
      await dropEverything(db)
      await migrateToLatest(db)
      if (!isDemoAllowed(config)) return 'The database was emptied.'
      await seedDemo(db, Date.now())
      return 'The database was emptied, and the demo data was inserted.'
    },
  },
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/**
 * Asks for confirmation before real data is dropped: any data in an external database, and orders or promoters that aren't
 * part of the demo.
 */
async function confirmReset(db: Db, config: Config): Promise<void> {
  const { orders, ownPromoters } = await countData(db)
  if (orders === 0 && ownPromoters === 0 && !config.DATABASE_URL) return
  const where = config.DATABASE_URL ? 'the database at DATABASE_URL' : config.FOYER_DATA_DIR
  await confirmOrRefuse(`This drops everything in ${where}, with ${count(orders, 'order')}.`)
}

/** Runs one of the commands that migrate, fill or empty the database. */
export async function runDatabaseCommand(name: string): Promise<void> {
  const command = COMMANDS[name]
  if (!command) throw new CommandRefused(`There is no command “${name}”.`)
  printLine(await withDatabase(({ maintenance }, config) => command.run(maintenance, config), command))
}
