import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import { readConfig, type Config } from '#server/platform/config.ts'
import { systemClock } from '#server/context.ts'
import { openUploads } from '#server/create-context.ts'
import { findArchive, type Archive } from '#server/platform/backups/archive.ts'
import { BACKUP_SLOT, findBackupState, type BackupStateRow } from '#server/platform/backups/backup-rows.ts'
import { openBackupStore } from '#server/platform/backups/stores/open-store.ts'
import { createSealer } from '#server/platform/backups/seal.ts'
import { startBackups } from '#server/platform/backups/start-backups.ts'
import type { BackupPace } from '#server/platform/backups/backup-loop.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-database.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { silentLog } from './log.ts'
import { createHome, runFoyer, type Home, type Program } from './owners.ts'
import { waitFor } from './wait-for.ts'

/** Much faster than in production, so that tests don't wait. */
export const QUICK: BackupPace = {
  roundMs: 100,
  retryMs: 100,
  pieceMs: 20,
  firstBaseMs: 0,
  maxRateKb: 1_048_576,
}

export const BACKUP_KEY = Buffer.alloc(32, 'the key of the backups').toString('base64')

/** An install on the embedded database whose backups are in another folder. */
export interface BackedUp {
  home: Home
  config: Config
  environment: Record<string, string>
  /** Folder of the backups. */
  to: string
  open: () => Promise<OpenDatabase>
  /** Opens the database and backs it up. */
  start: (pace?: Partial<BackupPace>) => Promise<Started>
  run: (...args: string[]) => Program['ended']
  archive: (key?: string) => Promise<Archive>
  /** Deletes the data folder, like a disk that fails. */
  lose: () => void
  remove: () => void
}

export interface Started {
  db: Kysely<Database>
  database: OpenDatabase
  state: () => Promise<BackupStateRow | undefined>
  /** Resolves when everything that is committed now is in the backup, and there is a base. */
  untilStored: () => Promise<void>
  stop: () => Promise<void>
}

/** A migrated data folder that installs begin with: initialising one takes seconds. */
export interface Template {
  folder: string
  remove: () => void
}

export async function createTemplate(): Promise<Template> {
  const home = createHome()
  const database = await openDatabase(home.config, silentLog(), { exclusive: true })
  await migrateToLatest(database.maintenance)
  await database.close()
  return { folder: home.folder, remove: home.remove }
}

/** With a template, the data folder is a copy of it; without, it is set up when it is first used. */
export function createBackedUp(template?: Template, change: Record<string, string> = {}): BackedUp {
  const home = createHome()
  if (template) copyFolder(template.folder, home.folder)
  const root = dirname(home.config.FOYER_DATA_DIR)
  const to = join(root, 'elsewhere')
  const environment = {
    ...home.environment,
    BACKUP_TO: to,
    BACKUP_KEY,
    UPLOADS_DIR: join(root, 'uploads'),
    ...change,
  }
  const config = readConfig(environment)
  const open = async (): Promise<OpenDatabase> => {
    const database = await openDatabase(config, silentLog(), { exclusive: true })
    await migrateToLatest(database.maintenance)
    return database
  }
  return {
    home,
    config,
    environment,
    to,
    open,
    start: async (pace = {}) => startOn(config, await open(), pace),
    run: (...args) => runFoyer(args, environment),
    archive: async (key = BACKUP_KEY) => {
      const store = openBackupStore(config)
      if (!store) throw new Error('Backups are off.')
      return findArchive(store, createSealer({ BACKUP_KEY: key ? [key] : [] }))
    },
    lose: () => {
      rmSync(home.folder, { recursive: true })
      mkdirSync(dirname(home.folder), { recursive: true })
    },
    remove: () => home.remove(),
  }
}

/** `cp` keeps the owner, unlike Node's copy. */
function copyFolder(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  execFileSync('cp', ['-a', from, to])
}

function startOn(config: Config, database: OpenDatabase, pace: Partial<BackupPace>): Started {
  const { db } = database
  const uploads = openUploads(config, systemClock)
  const backups = startBackups(
    { config, database, uploads, clock: systemClock, log: silentLog() },
    { ...QUICK, ...pace },
  )
  const state = (): Promise<BackupStateRow | undefined> => findBackupState(db)
  return {
    db,
    database,
    state,
    untilStored: async () => {
      const lsn = await flushedLsn(db)
      await waitFor(async () => {
        const now = await state()
        expect(now?.error).toBe('')
        expect(now?.baseAt).not.toBeNull()
        expect(await isStored(db, lsn)).toBe(true)
      })
    },
    stop: async () => {
      await backups.stop()
      await database.close()
    },
  }
}

async function flushedLsn(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(db)
  return rows[0]?.lsn ?? ''
}

/** True when the server may delete its log up to a position, because the backup has it. */
async function isStored(db: Kysely<Database>, lsn: string): Promise<boolean> {
  const { rows } = await sql<{ isStored: boolean }>`
    select restart_lsn >= ${lsn}::pg_lsn as "isStored" from pg_replication_slots where slot_name = ${BACKUP_SLOT}`.execute(
    db,
  )
  return rows.some((row) => row.isStored)
}

/** Commits a row. Resolves with a moment after the commit and before anything that follows. */
export async function commitMoment(db: Kysely<Database>, n: number): Promise<number> {
  await sql`create table if not exists moments (n integer primary key)`.execute(db)
  await sql`insert into moments values (${n})`.execute(db)
  const committed = Date.now()
  await waitFor(() => expect(Date.now()).toBeGreaterThan(committed + 1))
  return committed + 1
}

export async function readMoments(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from moments order by n`.execute(db)
  return rows.map(({ n }) => n)
}
