import { hash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg, { type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { DatabaseSilent } from './database-silent.ts'
import type { Database } from './tables.ts'
import { TIME_LIMITS } from './time-limits.ts'

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

/** SQLSTATE of a write to a standby, or to a database that was set to read-only. */
const READ_ONLY = '25006'

/** How long a server has to close its side of a connection that ends. */
const END_MS = 5000

/**
 * A client that prepares every statement with parameters (a point select takes 155 µs instead of 245), and writes what is asked
 * in one turn of the event loop at once: each write of its own would wake the server. When nothing that was asked is answered for
 * `query_timeout` milliseconds the connection is destroyed with `DatabaseSilent`, which all its statements fail with: pg's own time-out
 * lets a pool lend the connection out once more before it has closed. A connection whose server has refused a write as read-only is
 * closed, too: the next one may lead to the new primary.
 */
export class FoyerClient extends pg.Client {
  readonly #answerMs: number
  #isGathering = false
  #answers = 0
  #deadline: NodeJS.Timeout | undefined
  #refusal: Error | undefined

  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, query_timeout: 0 })
    this.#answerMs = Number(config.query_timeout ?? 0)
    this.connection.on('readyForQuery', () => {
      this.#answers += 1
      this.#deadline?.refresh()
      if (this.#refusal) this.connection.stream.destroy(this.#refusal)
    })
    this.connection.on('errorMessage', (error: pg.DatabaseError) => {
      if (error.code === READ_ONLY) this.#refusal = error
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
    // pg declares a dozen overloads; all that isn't Kysely's (text, values) is handed on as it came.
    return super.query.apply(this, prepared as Parameters<pg.Client['query']>)
  }) as pg.Client['query']

  override end = ((done?: () => void): unknown => {
    const { stream } = this.connection
    const timer = setTimeout(() => stream.destroy(), END_MS)
    timer.unref()
    this.connection.once('end', () => clearTimeout(timer))
    return done ? super.end(done) : super.end()
  }) as pg.Client['end']

  #watch(): void {
    if (this.#answerMs > 0) this.#deadline ??= setTimeout(() => this.#judge(), this.#answerMs)
  }

  /** After a blocked event loop the answer may have arrived and not been read yet: it is read before `setImmediate` runs. */
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
 * A pool that survives its server: a connection that breaks, idle or inside a transaction, is logged and replaced. When one has been
 * silent, the idle ones, which may be as dead, are closed. `limits` are those of requests unless others are given; what `connection` says
 * takes precedence.
 */
export function createPool(
  connection: PoolConfig,
  log: Logger,
  limits: PoolConfig = TIME_LIMITS.requests,
): pg.Pool {
  const pool = new pg.Pool({
    max: 16,
    idleTimeoutMillis: 30_000,
    // Statements of one transaction needn't wait for each other's answers; a connection has one user at a time all the same.
    pipeline: true,
    ...limits,
    ...connection,
    Client: FoyerClient,
  })
  const idle = new Set<pg.PoolClient>()
  pool.on('release', (_, client) => idle.add(client))
  for (const event of ['acquire', 'remove'] as const) pool.on(event, (client) => idle.delete(client))
  // An error that nobody listens to ends the process, and the pool itself listens only to connections that are idle.
  pool.on('connect', (client) => {
    client.once('error', (error) => {
      // A pool that ends does not wait for its server to say goodbye.
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
 * For lists, reports and files of those who work at a desk: they may take long, and however many ask, buyers' connections stay
 * free. A statement that takes too long ends (`isDatabaseDown` says of it that it may be tried again).
 */
export const openDeskReads = (connection: PoolConfig, log: Logger): Kysely<Database> =>
  createDatabase(createPool({ ...connection, max: 4 }, log, TIME_LIMITS.slowReads))

/** For jobs, whose statements may take a minute: buyers' connections stay free meanwhile. */
export const openJobDatabase = (connection: PoolConfig, log: Logger): Kysely<Database> =>
  createDatabase(createPool({ ...connection, max: 8, application_name: 'foyer jobs' }, log, TIME_LIMITS.jobs))

export const createDatabase = (pool: pg.Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
