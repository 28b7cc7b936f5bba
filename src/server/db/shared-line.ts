import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { FoyerClient } from './pool.ts'
import type { Database } from './tables.ts'

/** A read that takes longer has no place on a line that others wait on. */
const STATEMENT_TIMEOUT_MS = 5_000

/**
 * One connection that everybody asks at once, for reads by key: their statements are pipelined, and one backend answers a crowd
 * where a pool would wake one for each. Nothing that waits for a lock, no transaction and no search belongs here.
 */
export const openSharedLine = (connection: PoolConfig, log: Logger): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool: createLine(connection, log) }) })

type Line = Promise<{ client: FoyerClient; shared: PostgresPoolClient }>

/** Opened when first needed and again after it broke: those who were waiting for an answer then get the error. */
function createLine(connection: PoolConfig, log: Logger): PostgresPool {
  let line: Line | undefined
  const options = {
    ...connection,
    pipeline: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: 5_000,
    application_name: 'foyer reads',
  }
  const open = async (forget: () => void) => {
    const client = new FoyerClient(options)
    client.on('error', (error) => {
      log.warn({ err: error }, 'The connection of the reads was lost')
      forget()
    })
    // A server that ends a connection says so before it hangs up. Whoever asks again at once must get another one.
    client.connection.prependListener('errorMessage', ({ severity }: { severity?: string }) => {
      if (severity !== 'ERROR') forget()
    })
    await client.connect()
    const query: PostgresPoolClient['query'] = client.query.bind(client)
    return { client, shared: { query, release: () => undefined } }
  }
  const openAnew = (): Line => {
    const forget = () => {
      if (line === opened) line = undefined
    }
    const opened = open(forget).catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }
  const ensure = (): Line => (line ??= openAnew())
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
