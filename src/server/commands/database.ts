import type { Kysely } from 'kysely'
import { rebuildReports } from '#server/reports/reports/fold-reports.ts'
import { readConfig, WrongSetting, type Config } from '#server/platform/config.ts'
import { createLog } from '#server/create-context.ts'
import { encryptWithFirstKey, expectKnownKeys } from '#server/platform/encryption/encrypt-secrets.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { readKeys } from '#server/platform/encryption/read-keys.ts'
import { dropEverything } from '#server/platform/db/drop-everything.ts'
import { DataTaken } from '#server/platform/db/exclusive.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { DatabaseUnusable, openDatabase } from '#server/platform/db/open-database.ts'
import { isEmpty, seedDemo } from './seed.ts'
import type { Database } from '#server/platform/db/tables.ts'

class Refusal extends Error {
  override name = 'Refusal'
}

interface Command {
  /** Requires exclusive access: refused while Foyer is running on the data. */
  exclusive: boolean
  run: (db: Kysely<Database>, config: Config) => Promise<string>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  migrate: {
    exclusive: false,
    run: async (db) => {
      await migrateToLatest(db)
      return 'The database is up to date.'
    },
  },
  seed: {
    exclusive: false,
    run: async (db) => {
      await migrateToLatest(db)
      if (!(await isEmpty(db)))
        throw new Refusal('The database already has promoters. `npm run db:reset` starts over with the demo.')
      await seedDemo(db, Date.now())
      return 'The demo is in place.'
    },
  },
  reports: {
    exclusive: false,
    run: async (db) => {
      await migrateToLatest(db)
      await rebuildReports({ db })
      return 'What reports add up is made anew.'
    },
  },
  secrets: {
    exclusive: false,
    run: async (db, config) => {
      await migrateToLatest(db)
      const encryption = createEncryption(readKeys(config))
      await expectKnownKeys({ db, encryption })
      const count = await encryptWithFirstKey({ db, encryption })
      return `${count} ${count === 1 ? 'secret was' : 'secrets were'} encrypted with the key ${encryption.keyIds[0]}; all are now.`
    },
  },
  reset: {
    exclusive: true,
    run: async (db) => {
      requireConsent()
      await dropEverything(db)
      await migrateToLatest(db)
      await seedDemo(db, Date.now())
      return 'Everything was dropped, and the demo is in place.'
    },
  },
}

/** An external database may contain real sales. */
function requireConsent(): void {
  if (process.env['DATABASE_URL'] && !process.argv.includes('--yes')) {
    throw new Refusal(
      'This drops everything in the database that DATABASE_URL names. Add `-- --yes` if that is what you want.',
    )
  }
}

async function main(): Promise<void> {
  const command = COMMANDS[process.argv[2] ?? '']
  if (!command) throw new Refusal(`Say one of: ${Object.keys(COMMANDS).join(', ')}.`)
  const config = { ...readConfig(process.env), LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' }
  const database = await openDatabase(config, createLog(config), { exclusive: command.exclusive })
  try {
    process.stdout.write(`${await command.run(database.maintenance, config)}\n`)
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  const isExpected = [Refusal, WrongSetting, DataTaken, DatabaseUnusable].some(
    (kind) => error instanceof kind,
  )
  console.error(isExpected && error instanceof Error ? error.message : error)
  process.exitCode = 1
})
