import {
  DatabaseNewer,
  listMigrations,
  listUnknownMigrations,
  readDatabaseName,
} from '#server/platform/db/migrate.ts'
import { DatabaseUnusable } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/query.ts'

/**
 * Schema that a command requires: that of this version, that of any version of Foyer (because nodes of the previous version may
 * be running), or none (because the command creates the schema or only copies files).
 */
export type NeededSchema = 'current' | 'any version' | 'none'

/**
 * Checks the schema of the database. Throws `DatabaseUnusable` or `DatabaseNewer` unless it is the needed one. Doesn't
 * migrate, because an older version may be using the database.
 */
export async function expectSchema(db: Db, needed: NeededSchema): Promise<void> {
  if (needed === 'none') return
  const known = await listMigrations(db)
  if (!known.some(({ isApplied }) => isApplied)) throw new DatabaseUnusable(await describeForeign(db))
  if (needed === 'any version') return
  const unknown = await listUnknownMigrations(db)
  if (unknown.length > 0) throw new DatabaseNewer(unknown)
  const pending = known.filter(({ isApplied }) => !isApplied).length
  if (pending === 0) return
  throw new DatabaseUnusable(
    `The database has the schema of an older version: ${pending} ${pending === 1 ? 'migration is' : 'migrations are'} pending. Use the command of the version that runs, ` +
      'or migrate first, which can’t be undone: start this version, or `foyer migrate`.',
  )
}

const describeForeign = async (db: Db): Promise<string> =>
  `The database “${await readDatabaseName(db)}” contains no Foyer data. Set FOYER_DATA_DIR or DATABASE_URL to the server’s value; the server’s ` +
  'first start creates the data.'
