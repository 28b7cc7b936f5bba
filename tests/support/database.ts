import { sql, type Kysely } from 'kysely'
import { inject } from 'vitest'
import { createDatabase, createPool } from '#server/db/pool.ts'
import type { Database } from '#server/db/tables.ts'
import { silentLog } from './log.ts'
import { cloneDatabase, type ServerAddress } from './postgres.ts'

/** A migrated, empty database of a test's own, cloned from the template in milliseconds. */
export async function createTestDatabase(): Promise<{
  db: Kysely<Database>
  address: ServerAddress
  drop: () => Promise<void>
}> {
  const { address, drop } = await cloneDatabase(inject('postgres'))
  // Many calls at once wait for a connection as long as a busy machine needs to serve them.
  const db = createDatabase(createPool({ ...address, connectionTimeoutMillis: 25_000 }, silentLog()))
  await sql`select 1`.execute(db)
  return {
    db,
    address,
    drop: async () => {
      await db.destroy()
      await drop()
    },
  }
}
