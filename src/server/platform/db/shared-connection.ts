import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { FoyerClient } from './client/foyer-client.ts'
import { FORCE_INDEX_PLANS } from './keyed-plans.ts'
import type { Db } from './query.ts'
import type { Database } from './tables.ts'
import { TIME_LIMITS } from './time-limits.ts'

/**
 * Opens one pipelined connection that all reads by key share. Not for transactions, searches or statements that wait
 * for locks, because later reads would wait for them.
 */
export const openSharedConnection = (connection: PoolConfig, log: Logger): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool: createLine(connection, log) }) })

interface Line {
  client: FoyerClient
  shared: PostgresPoolClient
  /**
   * Resolves when the server is ready again after an error, or has closed the connection. Undefined when there was no
   * error.
   */
  doubt: () => Promise<void> | undefined
}

/**
 * Connects for the first statement. When the connection is lost, pending statements fail and the next one reconnects.
 */
function createLine(connection: PoolConfig, log: Logger): PostgresPool {
  let line: Promise<Line> | undefined
  const options = {
    ...TIME_LIMITS.requests,
    ...connection,
    pipeline: true,
    application_name: 'foyer reads',
  }
  const open = async (forget: () => void): Promise<Line> => {
    const client = new FoyerClient(options)
    client.on('error', (error) => {
      log.warn({ err: error }, 'The database connection for reads was lost')
      forget()
    })
    const doubt = watchDoubt(client, forget)
    await client.connect()
    await client.query(FORCE_INDEX_PLANS)
    const query: PostgresPoolClient['query'] = client.query.bind(client)
    return { client, shared: { query, release: () => undefined }, doubt }
  }
  const openAnew = (): Promise<Line> => {
    const forget = () => {
      if (line === opened) line = undefined
    }
    const opened = open(forget).catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }
  const ensure = async (): Promise<Line> => {
    for (;;) {
      const opened = await (line ??= openAnew())
      const doubt = opened.doubt()
      if (!doubt) return opened
      await doubt
    }
  }
  return {
    Client: FoyerClient,
    options,
    connect: async () => (await ensure()).shared,
    end: async () => {
      const last = await line?.catch(() => undefined)
      line = undefined
      await last?.client.end()
    },
  }
}

/**
 * After an error, tells whether the server is still running or shutting down. The error itself doesn't say: its
 * severity is localised, and most codes occur in both cases. The server's next message does, so retries wait for it.
 */
function watchDoubt(client: FoyerClient, forget: () => void): Line['doubt'] {
  const { connection } = client
  let doubt: PromiseWithResolvers<void> | undefined
  const settle = (): void => {
    doubt?.resolve()
    doubt = undefined
  }
  // Registered before the statement's own listener, because the statement's caller may retry at once.
  connection.prependListener('errorMessage', () => {
    doubt ??= Promise.withResolvers<void>()
  })
  connection.on('readyForQuery', settle)
  connection.on('end', () => {
    forget()
    settle()
  })
  return () => doubt?.promise
}
