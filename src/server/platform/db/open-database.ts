import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { isBackupOnOtherDisk } from '#server/platform/backups/stores/open-store.ts'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { wasSwapInterrupted } from '#server/platform/embedded-postgres/swap-folder.ts'
import { isDataFolderInitialised } from '#server/platform/embedded-postgres/set-up.ts'
import { supervisePostgres } from '#server/platform/embedded-postgres/supervise.ts'
import { DataInUse, lockExclusively } from './exclusive.ts'
import { expectWritable } from './standby/expect-writable.ts'
import { createPrimaryFinder, hostUrls, connectionErrorMessage } from './find-primary.ts'
import type { DatabaseConnection } from './client/foyer-client.ts'
import { createDatabase, createPool, type FoyerPool } from './pool.ts'
import type { Db } from './query.ts'
import { TIME_LIMITS } from './time-limits.ts'

export interface OpenDatabase {
  db: Db
  /** Connection pool of `db`. */
  pool: FoyerPool
  /** Connection for migrations, demo data and commands, whose statements may take long. */
  maintenance: Db
  connection: DatabaseConnection
  close: () => Promise<void>
}

const OLDEST_VERSION = 180_000

interface Opening {
  /**
   * Throws when another Foyer process uses the embedded data (`DataInUse`), or when the server is read-only. For the
   * server process.
   */
  exclusive: boolean
  /** Throws `DatabaseUnusable` when the data folder is missing, instead of initialising one. */
  mustExist?: boolean
  /** Also throws `DatabaseUnusable` when the server is read-only. */
  writes?: boolean
}

/**
 * Thrown when the server of DATABASE_URL can't be reached or is too old, or when the embedded server's data can't be
 * used.
 */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}

/** Opens the database of DATABASE_URL, or starts the embedded one. */
export async function openDatabase(config: Config, log: Logger, options: Opening): Promise<OpenDatabase> {
  return config.DATABASE_URL
    ? openServer(config.DATABASE_URL, log, options)
    : openEmbedded(config, log, options)
}

async function openServer(url: string, log: Logger, { exclusive, writes }: Opening): Promise<OpenDatabase> {
  const urls = hostUrls(url)
  const primary = urls.length > 1 ? createPrimaryFinder(urls) : undefined
  // User, database and parameters are the same for all hosts.
  const connection = { connectionString: urls[0], primary, hostUrls: urls }
  const pools = openPools(connection, log)
  try {
    await requireVersion(pools.db)
    if (exclusive || writes) await requirePrimary(pools.db)
  } catch (error) {
    await pools.close()
    throw error
  }
  return { ...pools, connection }
}

function openPools(connection: PoolConfig, log: Logger): Omit<OpenDatabase, 'connection'> {
  const pool = createPool(connection, log)
  const db = createDatabase(pool)
  const maintenance = createDatabase(createPool({ ...connection, max: 2 }, log, TIME_LIMITS.maintenance))
  return {
    db,
    pool,
    maintenance,
    close: async () => {
      await Promise.all([db.destroy(), maintenance.destroy()])
    },
  }
}

async function openEmbedded(
  config: Config,
  log: Logger,
  { exclusive, mustExist = false }: Opening,
): Promise<OpenDatabase> {
  const folder = resolveDataFolder(config.FOYER_DATA_DIR)
  if (wasSwapInterrupted(folder))
    throw new DatabaseUnusable(
      `A restore into ${folder} was interrupted while it replaced the data. Repeat it with \`foyer restore\`.`,
    )
  if (mustExist && !isDataFolderInitialised(folder))
    throw new DatabaseUnusable(
      `There is no data in ${folder}. Set FOYER_DATA_DIR or DATABASE_URL to the server’s value; the server’s first start creates the data.`,
    )
  // max_slot_wal_keep_size limits the WAL that the server keeps for backups. Selling matters more than continuous
  // WAL: before the disk is full, the server drops WAL, and backups continue with a new base. Backups on the same
  // disk leave 2 GB free.
  const server = await supervisePostgres(folder, log, [
    `max_connections=${connectionsFor(config.WORKERS)}`,
    `max_slot_wal_keep_size=${isBackupOnOtherDisk(config) ? '8GB' : '1GB'}`,
  ])
  const { connection } = server
  try {
    const lock = exclusive ? await lockExclusively(connection, log) : undefined
    const pools = openPools({ ...connection, application_name: `foyer ${process.pid}` }, log)
    if (!folder.startsWith(config.FOYER_DATA_DIR))
      log.info(
        'PostgreSQL does not run as root and its user can’t access FOYER_DATA_DIR, so the data is in another folder',
      )
    log.info({ folder, adopted: server.isAdopted }, 'The embedded PostgreSQL is running')
    return {
      ...pools,
      connection,
      close: async () => {
        const leaveRunning = !exclusive && (server.isAdopted || (await hasOtherClients(pools.db)))
        await pools.close()
        await lock?.release()
        await server.stop({ leaveRunning })
      },
    }
  } catch (error) {
    // On `DataInUse`, leaves PostgreSQL running: another Foyer process may already be connected to the instance that
    // this process started.
    await server.stop({ leaveRunning: server.isAdopted || error instanceof DataInUse })
    throw error
  }
}

/**
 * Maximum connections of all processes. One process opens at most 41 (requests 16, holds 9, jobs 8, slow reads 4,
 * maintenance 2, reads, notifications).
 */
const connectionsFor = (workers: number): number => Math.max(120, workers * 41 + 20)

async function hasOtherClients(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where backend_type = 'client backend' and application_name <> current_setting('application_name') limit 1`
    .execute(db)
    .catch(() => ({ rows: [] }))
  return rows.length > 0
}

async function requireVersion(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number; name: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name`
    .execute(db)
    .catch((error: unknown) => {
      throw new DatabaseUnusable(
        `The database that DATABASE_URL names can't be used: ${connectionErrorMessage(error)}`,
        {
          cause: error,
        },
      )
    })
  const [row] = rows
  if (row && row.version >= OLDEST_VERSION) return
  throw new DatabaseUnusable(
    `DATABASE_URL names a PostgreSQL ${row?.name ?? 'of unknown version'}; Foyer needs version 18 or newer.`,
  )
}

async function requirePrimary(db: Db): Promise<void> {
  await expectWritable(db).catch((error: unknown) => {
    throw new DatabaseUnusable(
      'DATABASE_URL names a standby or read-only server. Name the primary, or list all hosts separated by commas.',
      { cause: error },
    )
  })
}
