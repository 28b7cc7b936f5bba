import {
  CompiledQuery,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type DatabaseConnection,
  type Dialect,
} from 'kysely'
import type { Db } from './query.ts'
import type { Database } from './tables.ts'

/** Dialect of a transaction on a given connection. It never opens a connection. */
const DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** Starts a transaction whose commit doesn't wait for the disk. `FLUSH_TO_DISK` waits. */
export const BEGIN_ASYNC_COMMIT = 'begin; set local synchronous_commit = off'

/** A minimal transaction whose commit waits until everything before it is on disk. */
export const FLUSH_TO_DISK = `select pg_logical_emit_message(true, 'foyer', '')`

/**
 * A transaction that sends each statement at once, without waiting for the responses to earlier ones. Responses
 * arrive in order, and independent statements share a round trip.
 */
export class PipelinedTransaction extends Transaction<Database> {
  readonly #connection: DatabaseConnection
  readonly #sent: Promise<unknown>[] = []
  /**
   * Error of the first failed statement that was sent with `send`. Later errors only say that the transaction was
   * aborted.
   */
  failure: unknown
  /** First error of any statement, which aborted the transaction. */
  firstError: unknown
  /**
   * True once the commit was sent. Sending another statement after that is a bug, for example in a function that
   * awaited an earlier statement.
   */
  #isCommitted = false

  constructor(db: Db, given: DatabaseConnection) {
    const connection: DatabaseConnection = {
      streamQuery: given.streamQuery.bind(given),
      executeQuery: async (...parameters) => {
        if (this.#isCommitted) throw new Error('A statement was sent after the commit of its transaction.')
        try {
          return await given.executeQuery(...parameters)
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
    this.send(this.command(BEGIN_ASYNC_COMMIT))
  }

  send(...statements: readonly Promise<unknown>[]): void {
    for (const statement of statements) {
      statement.catch((error: unknown) => (this.failure ??= error))
      this.#sent.push(statement)
    }
  }

  /**
   * Sends the commit without waiting for earlier statements. If one of them fails, PostgreSQL rolls back instead.
   * Locks are released before the commit is on disk, but the returned promise, and thus the response, waits for the
   * disk. PostgreSQL writes WAL in order, so no later transaction can survive a crash in which this one is lost.
   */
  async finish(): Promise<void> {
    const committed = this.command('commit')
    const onDisk = this.command(FLUSH_TO_DISK)
    this.#isCommitted = true
    for (const promise of [committed, onDisk]) promise.catch(() => undefined)
    await Promise.all(this.#sent)
    if ((await committed) !== 'COMMIT') throw new Error('PostgreSQL rolled the transaction back.')
    await onDisk
  }

  async undo(): Promise<void> {
    await this.command('rollback')
  }

  /** Sends commands without results. Returns the name of the last one. */
  async command(text: string): Promise<string | undefined> {
    const { rows } = await this.#connection.executeQuery<{ command?: string }>(CompiledQuery.raw(text))
    return rows[0]?.command
  }
}
