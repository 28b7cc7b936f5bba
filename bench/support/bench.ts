import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { LaunchOptions } from 'playwright'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { supervisePostgres } from '#server/platform/embedded-postgres/supervise.ts'
import { TIME_LIMITS } from '#server/platform/db/time-limits.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { seedDemo } from '#server/commands/seed.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { silentLog } from '#tests/support/log.ts'
import { startHelper } from './processes.ts'
import { readUsage, type Usage } from './usage.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'

export interface PostgresAddress {
  host: string
  port: number
  user: string
  database: string
}

export interface MeasuredFoyer {
  origin: string
  port: number
  usage: () => Promise<Usage>
  stop: () => Promise<void>
  kill: () => Promise<void>
}

/** Environment for measurements: a PostgreSQL with production durability, and a Foyer with the demo. */
export interface Bench {
  db: Kysely<Database>
  address: PostgresAddress
  foyer: MeasuredFoyer
  launchOptions: LaunchOptions | undefined
  /** Creates another migrated, empty database on the same server. */
  createEmptyDatabase: (name: string) => Promise<PostgresAddress>
  startAnotherFoyer: () => Promise<MeasuredFoyer>
  /** Starts a Foyer to which PostgreSQL’s answers take `roundTripMs` longer, over TCP. */
  startDistantFoyer: (roundTripMs: number) => Promise<MeasuredFoyer>
  /** Unexpected results of all rows. */
  problems: string[]
  close: () => Promise<void>
}

const TEMPLATE = 'bench_template'

/** `flags` are settings of PostgreSQL, as `name=value`. */
export async function openBench(
  launchOptions: LaunchOptions | undefined,
  flags: readonly string[] = [],
): Promise<Bench> {
  const home = makeHome()
  const folder = resolveDataFolder(join(home, 'data'))
  const server = await supervisePostgres(folder, silentLog(), flags)
  const leave = async (): Promise<void> => {
    await server.stop({ leaveRunning: false })
    rmSync(home, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return await openOn(server.connection, { launchOptions, leave })
  } catch (error) {
    await leave()
    throw error
  }
}

export function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  chmodSync(home, 0o755)
  return home
}

async function openOn(
  server: PostgresAddress,
  options: { launchOptions: LaunchOptions | undefined; leave: () => Promise<void> },
): Promise<Bench> {
  const bare = open(server)
  const createEmptyDatabase = async (name: string): Promise<PostgresAddress> => {
    await sql`create database ${sql.id(name)} template ${sql.id(TEMPLATE)}`.execute(bare)
    return { ...server, database: name }
  }
  await createTemplate(bare, { ...server, database: TEMPLATE })
  const address = await createEmptyDatabase('bench')
  const db = open(address)
  await seedDemo(db, Date.now())
  const foyer = await startFoyer(address)
  return {
    db,
    address,
    foyer,
    launchOptions: options.launchOptions,
    createEmptyDatabase,
    startAnotherFoyer: () => startFoyer(address),
    startDistantFoyer: (roundTripMs) => startDistantFoyer(address, roundTripMs),
    problems: [],
    close: async () => {
      await foyer.stop()
      await db.destroy()
      await bare.destroy()
      await options.leave()
    },
  }
}

/** Filling a database takes longer than a request may. */
export const open = (address: PostgresAddress): Kysely<Database> =>
  createDatabase(createPool(address, silentLog(), TIME_LIMITS.maintenance))

async function createTemplate(bare: Kysely<Database>, address: PostgresAddress): Promise<void> {
  await sql`create database ${sql.id(TEMPLATE)}`.execute(bare)
  const template = open(address)
  await migrateToLatest(template)
  await template.destroy()
}

async function startDistantFoyer(address: PostgresAddress, roundTripMs: number): Promise<MeasuredFoyer> {
  const { host, port, user, database } = address
  const network = await startHelper('installation', 'forward.ts', {
    env: { SOCKET: `${host}/.s.PGSQL.${port}`, ROUND_TRIP_MS: String(roundTripMs) },
  })
  const foyer = await startFoyer(address, {
    DATABASE_URL: `postgres://${user}@127.0.0.1:${Number(network.greeting['port'])}/${database}`,
  })
  const leave = (end: () => Promise<void>) => async (): Promise<void> => {
    await end()
    await network.stop()
  }
  return { ...foyer, stop: leave(foyer.stop), kill: leave(foyer.kill) }
}

async function startFoyer(address: PostgresAddress, env: NodeJS.ProcessEnv = {}): Promise<MeasuredFoyer> {
  const helper = await startHelper('server', 'serve.ts', { env: { ...environmentOf(address), ...env } })
  const { origin, stop, kill } = helper
  return { origin, port: Number(helper.greeting['port']), usage: () => readUsage(helper), stop, kill }
}

export const environmentOf = ({ host, user, database }: PostgresAddress): NodeJS.ProcessEnv => ({
  DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}/${database}`,
  FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
  HOST: '127.0.0.1',
  PORT: '0',
})
