import {
  CompiledQuery,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
} from 'kysely'
import type { Database } from './tables.ts'

/** A transaction is bound to a connection that it was given: it never opens one. */
const DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** Its commit doesn't wait for the disk: whoever answers for it does (`REACH_THE_DISK`). */
export const BEGIN = 'begin; set local synchronous_commit = off'

/** A transaction of its own that writes next to nothing, and is answered when the disk has all that was written before it. */
export const REACH_THE_DISK = `select pg_logical_emit_message(true, 'foyer', '')`

/**
 * A transaction whose statements go out as soon as they are asked for and are answered in that order: what doesn't need an
 * answer first travels together, in one round trip.
 */
export class PipelinedTransaction extends Transaction<Database> {
  readonly #connection: DatabaseConnection
  readonly #sent: Promise<unknown>[] = []
  /** The first statement that was sent and failed: those behind it only say that the transaction is broken. */
  failure: unknown
  /** The first error of any statement: what aborted the transaction. */
  firstError: unknown

  constructor(db: Kysely<Database>, given: DatabaseConnection) {
    const connection: DatabaseConnection = {
      streamQuery: given.streamQuery.bind(given),
      executeQuery: async (...asked) => {
        try {
          return await given.executeQuery(...asked)
        } catch (error) {
          this.firstError ??= error
          throw error
        }
      },
    }
    super({
      config: { dialect: DIALECT },
      dialect: DIALECT,
      driver: DIALECT.createDriver(),
      executor: db
        .getExecutor()
        .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
    })
    this.#connection = connection
    this.send(this.#tell(BEGIN))
  }

  /** For statements whose answers say nothing: the commit waits for them, and fails when one of them did. */
  send(...statements: readonly Promise<unknown>[]): void {
    for (const statement of statements) {
      statement.catch((error: unknown) => (this.failure ??= error))
      this.#sent.push(statement)
    }
  }

  /**
   * The commit goes out behind what was sent, without waiting for it: a statement that failed makes it a rollback. Locks
   * are let go before the disk has the commit, so that those who wait for them needn't wait for the disk; this promise,
   * and with it every answer to a buyer, waits. The log is written in order: what others do next can't outlive it.
   */
  async finish(): Promise<void> {
    const committed = this.#tell('commit')
    const onDisk = this.#tell(REACH_THE_DISK)
    for (const told of [committed, onDisk]) told.catch(() => undefined)
    await Promise.all(this.#sent)
    if ((await committed) !== 'COMMIT') throw new Error('PostgreSQL took the transaction back.')
    await onDisk
  }

  async undo(): Promise<void> {
    await this.#tell('rollback')
  }

  async #tell(words: string): Promise<string | undefined> {
    const { rows } = await this.#connection.executeQuery<{ command?: string }>(CompiledQuery.raw(words))
    return rows[0]?.command
  }
}
