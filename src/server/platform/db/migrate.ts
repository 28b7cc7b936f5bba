import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { APP_VERSION } from '#server/platform/app-version.ts'
import { DatabaseUnusable } from './open-database.ts'
import { queryRow, queryRows, type Db } from './query.ts'
import { isDeadlock } from './transact.ts'

const FOLDER = new URL('migrations/', import.meta.url)

/**
 * Maximum number of attempts. A migration can deadlock with nodes that are selling, because they lock rows in another
 * order.
 */
const TRIES = 10

/** Thrown when the database has migrations that this version doesn't know. The message says how to recover. */
export class DatabaseNewer extends Error {
  override name = 'DatabaseNewer'
  constructor(unknown: readonly string[]) {
    const names = `${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ' …' : ''}`
    super(
      `The database was migrated by a newer Foyer (${names}) than this one, ${APP_VERSION}. Start the newer version again: ` +
        'migrations can’t be undone. The only way back is a backup from before the update, without the sales since then.',
    )
  }
}

/**
 * Runs the .sql migrations that the database doesn't have, in order and in one transaction. When several processes
 * start at once, only one runs them. Retries after a deadlock. Throws `DatabaseNewer`, and `DatabaseUnusable` for another
 * program's database.
 */
export async function migrateToLatest(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  for (let left = TRIES - 1; ; left -= 1) {
    const { error } = await migrator.migrateToLatest()
    if (!error) return
    if (left > 0 && isDeadlock(error)) continue
    // Kysely reports corrupted migrations, also when a newer version has migrated while this one waited for the lock.
    const unknown = await listUnknownMigrations(db).catch(() => [])
    if (unknown.length > 0) throw new DatabaseNewer(unknown)
    throw (await describeForeign(db, error)) ?? error
  }
}

const DUPLICATE_TABLE = '42P07'

/** Returns an error with an explanation if the first migration failed because of another program's tables. */
async function describeForeign(db: Db, error: unknown): Promise<DatabaseUnusable | undefined> {
  if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE_TABLE)) return undefined
  const migrations = await listMigrations(db)
  if (migrations.some(({ isApplied }) => isApplied)) return undefined
  return new DatabaseUnusable(
    `The database “${await readDatabaseName(db)}” contains another program’s tables: ${error.message}. Give Foyer a database of its own.`,
    { cause: error },
  )
}

export async function readDatabaseName(db: Db): Promise<string> {
  const row = await queryRow<{ name: string | null }>(db)`select current_database()::text as name`
  return row?.name ?? ''
}

export async function listMigrations(db: Db): Promise<{ name: string; isApplied: boolean }[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const migrations = await migrator.getMigrations()
  return migrations.map(({ name, executedAt }) => ({ name, isApplied: executedAt !== undefined }))
}

/** Returns migrations that a newer version has applied and that this version doesn't have. */
export async function listUnknownMigrations(db: Db): Promise<string[]> {
  const own = await readMigrations()
  const row = await queryRow<{ exists: boolean }>(db)`
    select to_regclass('kysely_migration') is not null as exists`
  if (!row?.exists) return []
  const rows = await queryRows<{ name: string }>(db)`select name from kysely_migration order by name`
  return rows.map(({ name }) => name).filter((name) => !(name in own))
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'))
  const entries = await Promise.all(
    files.map(async (file): Promise<[string, Migration]> => {
      const text = await readFile(new URL(file, FOLDER), 'utf8')
      return [file.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
    }),
  )
  return Object.fromEntries(entries)
}
