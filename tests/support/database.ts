import { sql, type Kysely } from 'kysely'
import { inject } from 'vitest'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { silentLog } from './log.ts'
import { cloneDatabase, type ServerAddress } from './postgres.ts'

export async function createTestDatabase(): Promise<{
  db: Kysely<Database>
  address: ServerAddress
  drop: () => Promise<void>
}> {
  const { address, drop } = await cloneDatabase(inject('postgres'))
  // Long limits for busy machines.
  const patience = { connectionTimeoutMillis: 25_000, statement_timeout: 60_000, query_timeout: 65_000 }
  const db = createDatabase(createPool({ ...address, ...patience }, silentLog()))
  await sql`select 1`.execute(db)
  return {
    db,
    address,
    drop: async () => {
      await db.destroy()
      drop()
    },
  }
}
