import { Kysely, PostgresDialect } from 'kysely'
import pg, { type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { DatabaseSilent } from './client/database-silent.ts'
import { FoyerClient } from './client/foyer-client.ts'
import type { Db } from './query.ts'
import type { Database } from './tables.ts'
import { TIME_LIMITS } from './time-limits.ts'

/** Parses bigint as number, which is exact because counts and amounts stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Counts how long statements and transactions wait for a connection, including the time to open one. */
export class FoyerPool extends pg.Pool {
  acquired = 0
  waitedMs = 0

  override connect = ((done?: Parameters<pg.Pool['connect']>[0]): unknown =>
    done ? super.connect(done) : this.#acquire()) as pg.Pool['connect']

  async #acquire(): Promise<pg.PoolClient> {
    const askedAt = performance.now()
    try {
      return await super.connect()
    } finally {
      this.acquired += 1
      this.waitedMs += performance.now() - askedAt
    }
  }
}

/**
 * Creates a pool that replaces broken connections. When a connection doesn't respond, closes idle ones too. `limits`
 * default to the limits for requests.
 */
export function createPool(
  connection: PoolConfig,
  log: Logger,
  limits: PoolConfig = TIME_LIMITS.requests,
): FoyerPool {
  const pool = new FoyerPool({
    max: 16,
    idleTimeoutMillis: 30_000,
    // Statements of a transaction are pipelined; a connection is still used by one caller at a time.
    pipeline: true,
    ...limits,
    ...connection,
    Client: FoyerClient,
  })
  const idle = new Set<pg.PoolClient>()
  pool.on('release', (_, client) => idle.add(client))
  for (const event of ['acquire', 'remove'] as const) pool.on(event, (client) => idle.delete(client))
  // An unhandled `error` event would end the process, and the pool handles only the errors of idle connections.
  pool.on('connect', (client) => {
    client.once('error', (error) => {
      // When the pool is closing, it doesn't wait for the server to close the connection.
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
 * Creates the pool for the console's lists, reports and exports. A statement that exceeds its time limit is cancelled
 * (`isDatabaseDown`).
 */
export const createSlowReadsPool = (connection: PoolConfig, log: Logger): FoyerPool =>
  createPool({ ...connection, max: 4 }, log, TIME_LIMITS.slowReads)

/**
 * Creates the pool for jobs, whose statements may take a minute, so that connections for buyers' requests stay free.
 */
export const createJobPool = (connection: PoolConfig, log: Logger): FoyerPool =>
  createPool({ ...connection, max: 8, application_name: 'foyer jobs' }, log, TIME_LIMITS.jobs)

export const createDatabase = (pool: pg.Pool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
