import { setTimeout as pause } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { isDatabaseDown } from './is-database-down.ts'

/** Key of the advisory lock: "foyer" in ASCII. */
const LOCK = 0x66_6f_79_65_72
const PATIENCE_MS = 4000
const RETRY_MS = 200

export class DataInUse extends Error {
  override name = 'DataInUse'
}

/**
 * Locks the database for this process, until `release` is called. The lock belongs to a database session, so a killed
 * process leaves none behind. After a restart of the database, it is taken again.
 */
export async function lockExclusively(
  connection: ClientConfig,
  log: Logger,
  patienceMs = PATIENCE_MS,
): Promise<{ release: () => Promise<void> }> {
  let released = false
  let client = await lock(connection, patienceMs)
  const keep = (): void => {
    client.once('error', () => undefined)
    client.once('end', () => {
      if (!released) void retake()
    })
  }
  const retake = async (): Promise<void> => {
    while (!released) {
      try {
        client = await lock(connection, patienceMs)
        return keep()
      } catch (error) {
        if (error instanceof DataInUse) log.fatal(error.message)
        await pause(RETRY_MS, undefined, { ref: false })
      }
    }
  }
  keep()
  return {
    release: async () => {
      released = true
      await client.end()
    },
  }
}

/**
 * Retries for `patienceMs`, because the session of a killed process may still be closing, or the server may be
 * restarting.
 */
async function lock(connection: ClientConfig, patienceMs: number): Promise<pg.Client> {
  const deadline = Date.now() + patienceMs
  const client = await connect(connection, deadline)
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK,
    ])
    if (rows[0]?.taken) return client
    if (Date.now() > deadline) break
    await pause(RETRY_MS)
  }
  await client.end()
  throw new DataInUse(
    'Another Foyer is running on the same data. Stop it first, or give this one a folder of its own with FOYER_DATA_DIR.',
  )
}

async function connect(connection: ClientConfig, deadline: number): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ ...connection, application_name: 'foyer lock' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (!isDatabaseDown(error) || Date.now() > deadline) throw error
      await pause(RETRY_MS)
    }
  }
}
