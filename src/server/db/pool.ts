import { hash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg, { type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import type { Database } from './tables.ts'

/** Counts and money stay far below 2^53: a number is exact, and bigint would follow them everywhere. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** More different texts than Foyer's own would mean that one is made of values: then each is hashed as it comes. */
const NAMES = 1000
const names = new Map<string, string>()

/** The same text always gets the same name, so that each connection plans it once. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = hash('sha1', text, 'base64url')
  if (names.size < NAMES) names.set(text, name)
  return name
}

/**
 * A client that prepares every statement with parameters (a point select takes 155 µs instead of 245), and writes what is asked
 * in one turn of the event loop at once: each write of its own would wake the server.
 */
export class FoyerClient extends pg.Client {
  #isGathering = false

  override query = ((config: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    this.#gather()
    const prepared =
      typeof config === 'string' && Array.isArray(values) && values.length > 0
        ? [{ name: nameOf(config), text: config, values }, ...rest]
        : [config, values, ...rest]
    // pg declares a dozen overloads; all that isn't Kysely's (text, values) is handed on as it came.
    return super.query.apply(this, prepared as Parameters<pg.Client['query']>)
  }) as pg.Client['query']

  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }
}

/** A pool that survives its server: a connection that breaks, idle or inside a transaction, is logged and replaced. */
export function createPool(connection: PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    max: 16,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    // Statements of one transaction needn't wait for each other's answers; a connection has one user at a time all the same.
    pipeline: true,
    ...connection,
    Client: FoyerClient,
  })
  // An error that nobody listens to ends the process, and the pool itself listens only to connections that are idle.
  pool.on('connect', (client) => {
    client.once('error', (error) => {
      // A pool that ends does not wait for its server to say goodbye.
      if (!pool.ending) log.warn({ err: error }, 'A database connection was lost')
    })
    client.on('error', () => undefined)
  })
  pool.on('error', () => undefined)
  return pool
}

/** A read of the console that takes longer asks for too much, and nobody waits for it any more. */
const DESK_TIMEOUT_MS = 10_000

/**
 * For lists, reports and files of those who work at a desk: they may take long, and however many ask, buyers' connections stay
 * free. A statement that takes too long ends (`isDatabaseDown` says of it that it may be tried again).
 */
export const openDeskReads = (connection: PoolConfig, log: Logger): Kysely<Database> =>
  createDatabase(createPool({ ...connection, max: 4, statement_timeout: DESK_TIMEOUT_MS }, log))

export const createDatabase = (pool: pg.Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
