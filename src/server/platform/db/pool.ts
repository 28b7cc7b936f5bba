import { hash } from 'node:crypto'
import { callbackify } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import pg, { type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { DatabaseSilent } from './database-silent.ts'
import { NoPrimary, type PrimaryFinder } from './find-primary.ts'
import type { Database } from './tables.ts'
import { TIME_LIMITS } from './time-limits.ts'

/** Parses bigint as number, which is exact because counts and amounts stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Maximum number of names that are kept. More distinct statements than this suggest embedded values; further names
 * are computed each time.
 */
const NAMES = 1000
const names = new Map<string, string>()

/** Name of a prepared statement, the same for the same text, so that each connection plans the statement once. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = hash('sha1', text, 'base64url')
  if (names.size < NAMES) names.set(text, name)
  return name
}

/** SQLSTATE of a write on a standby or read-only database. */
const READ_ONLY = '25006'

/** Connection of a DATABASE_URL; with several hosts, `primary` finds the one to connect to. */
export interface DatabaseConnection extends PoolConfig {
  primary?: PrimaryFinder | undefined
}

/** Time in milliseconds for the server to close its side of a connection. */
const END_MS = 5000

/**
 * Prepares every statement with parameters (a point select takes 155 instead of 245 µs), and writes all statements of
 * one event-loop turn at once. After `query_timeout` ms without a response, destroys the connection and fails all its
 * statements with `DatabaseSilent`; pg's own timeout would return the connection to the pool before. Closes a
 * connection whose server refused a write as read-only, so that the next connection reaches the new primary.
 * With `primary`, connects to the host that it finds.
 */
export class FoyerClient extends pg.Client {
  readonly #answerMs: number
  #isGathering = false
  #answers = 0
  #deadline: NodeJS.Timeout | undefined
  readonly #primary: PrimaryFinder | undefined
  #isEnding = false
  #isStandby = false

  constructor(config: pg.ClientConfig & Pick<DatabaseConnection, 'primary'> = {}) {
    super({ ...config, query_timeout: 0 })
    this.#answerMs = Number(config.query_timeout ?? 0)
    this.#primary = config.primary
    // PostgreSQL reports it when a session starts, and when a promotion ends recovery.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
    })
    this.connection.on('end', () => {
      if (!this.#isEnding) this.#primary?.forget()
    })
    this.connection.on('readyForQuery', () => {
      this.#answers += 1
      this.#deadline?.refresh()
    })
    // Destroyed now, because the pool may use the connection again once the response has ended.
    this.connection.on('errorMessage', (error: pg.DatabaseError) => {
      if (error.code === READ_ONLY) this.connection.stream.destroy(error)
    })
    this.on('drain', () => this.#stopWatching())
    this.on('end', () => this.#stopWatching())
  }

  override query = ((config: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    this.#gather()
    this.#watch()
    const prepared =
      typeof config === 'string' && Array.isArray(values) && values.length > 0
        ? [{ name: nameOf(config), text: config, values }, ...rest]
        : [config, values, ...rest]
    // pg declares a dozen overloads; calls other than Kysely's (text, values) are passed on unchanged.
    return super.query.apply(this, prepared as Parameters<pg.Client['query']>)
  }) as pg.Client['query']

  override connect = ((done?: (error: Error | null, client: pg.Client) => void): unknown => {
    if (!this.#primary) return done ? super.connect(done) : super.connect()
    const connect = this.#connectTo.bind(this, this.#primary)
    return done ? callbackify(connect)(done) : connect()
  }) as pg.Client['connect']

  async #connectTo(primary: PrimaryFinder): Promise<this> {
    // pg reads both when it connects.
    Object.assign(this, await primary.find())
    try {
      await super.connect()
    } catch (error) {
      primary.forget()
      throw error
    }
    if (!this.#isStandby) return this
    // A former primary that was restarted as a standby.
    this.connection.stream.destroy()
    throw new NoPrimary(`${this.host}:${this.port} has become a standby`)
  }

  override end = ((done?: () => void): unknown => {
    this.#isEnding = true
    const { stream } = this.connection
    const timer = setTimeout(() => stream.destroy(), END_MS)
    timer.unref()
    this.connection.once('end', () => clearTimeout(timer))
    return done ? super.end(done) : super.end()
  }) as pg.Client['end']

  #watch(): void {
    if (this.#answerMs > 0) this.#deadline ??= setTimeout(() => this.#judge(), this.#answerMs)
  }

  /**
   * Called when the time limit has passed. Waits for `setImmediate`, because after a blocked event loop, a response
   * may have arrived that is read before.
   */
  #judge(): void {
    const before = this.#answers
    setImmediate(() => {
      if (!this.#deadline || this.#answers > before) return
      this.#stopWatching()
      this.connection.stream.destroy(new DatabaseSilent(this.#answerMs))
    })
  }

  #stopWatching(): void {
    clearTimeout(this.#deadline)
    this.#deadline = undefined
  }

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
