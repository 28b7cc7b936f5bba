import { Kysely, PostgresDialect } from 'kysely'
import pg, { type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { DatabaseSilent } from './client/database-silent.ts'
import { FoyerClient } from './client/foyer-client.ts'
import type { Database } from './tables.ts'
import { TIME_LIMITS } from './time-limits.ts'

/** Parses bigint as number, which is exact because counts and amounts stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Creates a pool that replaces broken connections. When one doesn't respond, closes idle ones too. `limits` default
 * to those of requests.
 */
export function createPool(
  connection: PoolConfig,
  log: Logger,
  limits: PoolConfig = TIME_LIMITS.requests,
): pg.Pool {
  const pool = new pg.Pool({
    max: 16,
    idleTimeoutMillis: 30_000,
    // Statements of a transaction don't wait for each other; each connection still has one user at a time.
    pipeline: true,
    ...limits,
    ...connection,
    Client: FoyerClient,
  })
  const idle = new Set<pg.PoolClient>()
  pool.on('release', (_, client) => idle.add(client))
  for (const event of ['acquire', 'remove'] as const) pool.on(event, (client) => idle.delete(client))
  // An unhandled `error` event ends the process, and the pool handles only those of idle connections.
  pool.on('connect', (client) => {
    client.once('error', (error) => {
      // A closing pool doesn't wait for the server to close the connection.
      if (!pool.ending) log.warn({ err: error }, 'A database connection was lost')
      if (!(error instanceof DatabaseSilent)) return
      const suspects = [...idle]
      idle.clear()
      for (const each of suspects) each.connection.stream.destroy(error)
    })
    client.on('error', () => undefined)
  })
  pool.on('error', () => undefined)
  return pool
}

/**
 * Pool for the console's lists, reports and exports. A statement that exceeds its time limit is cancelled
 * (`isDatabaseDown`).
 */
export const openSlowReads = (connection: PoolConfig, log: Logger): Kysely<Database> =>
  createDatabase(createPool({ ...connection, max: 4 }, log, TIME_LIMITS.slowReads))

/** Pool for jobs, whose statements may take a minute, so that connections for buyers' requests stay free. */
export const openJobDatabase = (connection: PoolConfig, log: Logger): Kysely<Database> =>
  createDatabase(createPool({ ...connection, max: 8, application_name: 'foyer jobs' }, log, TIME_LIMITS.jobs))

export const createDatabase = (pool: pg.Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
