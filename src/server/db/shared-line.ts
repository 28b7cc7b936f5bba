import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { FoyerClient } from './pool.ts'
import type { Database } from './tables.ts'
import { TIME_LIMITS } from './time-limits.ts'

/**
 * One connection that everybody asks at once, for reads by key: their statements are pipelined, and one backend answers a crowd
 * where a pool would wake one for each. Nothing that waits for a lock, no transaction and no search belongs here.
 */
export const openSharedLine = (connection: PoolConfig, log: Logger): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool: createLine(connection, log) }) })

interface Line {
  client: FoyerClient
  shared: PostgresPoolClient
  /** Settles once a server that has told of an error says that it is ready for more, or hangs up. */
  doubt: () => Promise<void> | undefined
}

/** Opened when first needed and again after it broke: those who were waiting for an answer then get the error. */
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
      log.warn({ err: error }, 'The connection of the reads was lost')
      forget()
    })
    const doubt = watchDoubt(client, forget)
    await client.connect()
    // A key is a key: left to itself, PostgreSQL plans each list of keys anew, which takes longer than to read by them.
    await client.query('set plan_cache_mode = force_generic_plan')
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
 * A server that ends a connection says why before it hangs up, and whoever asks again at once must get another one. Nothing in what
 * it says tells this from a statement that failed: the severity is in the server's language, and most codes come with either.
 * What comes next does.
 */
function watchDoubt(client: FoyerClient, forget: () => void): Line['doubt'] {
  const { connection } = client
  let doubt: PromiseWithResolvers<void> | undefined
  const settle = (): void => {
    doubt?.resolve()
    doubt = undefined
  }
  // Before the statement's own listener: whom it tells may ask again at once.
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
