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

/** The transaction uses a given connection and never opens one. */
const DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** The commit doesn't wait for the disk; `REACH_THE_DISK` does. */
export const BEGIN = 'begin; set local synchronous_commit = off'

/** A minimal transaction whose commit waits until everything before it is on disk. */
export const REACH_THE_DISK = `select pg_logical_emit_message(true, 'foyer', '')`

/** A transaction that sends statements as soon as they are issued; responses arrive in order. Independent statements share a round trip. */
export class PipelinedTransaction extends Transaction<Database> {
  readonly #connection: DatabaseConnection
  readonly #sent: Promise<unknown>[] = []
  /** First failed statement sent with `send`; later ones only report the aborted transaction. */
  failure: unknown
  /** First error of any statement, which aborted the transaction. */
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

  send(...statements: readonly Promise<unknown>[]): void {
    for (const statement of statements) {
      statement.catch((error: unknown) => (this.failure ??= error))
      this.#sent.push(statement)
    }
  }

  /**
   * Sends the commit without waiting for earlier statements; a failed statement turns it into a rollback. Locks are released
   * before the commit is flushed to disk; this promise, and thus the response, waits for the flush. The log is written in
   * order, so a later transaction can't survive a crash that this one doesn't.
   */
  async finish(): Promise<void> {
    const committed = this.#tell('commit')
    const onDisk = this.#tell(REACH_THE_DISK)
    for (const told of [committed, onDisk]) told.catch(() => undefined)
    await Promise.all(this.#sent)
    if ((await committed) !== 'COMMIT') throw new Error('PostgreSQL rolled the transaction back.')
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
