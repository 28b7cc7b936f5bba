import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, createPool } from '#server/db/pool.ts'
import type { Database } from '#server/db/tables.ts'
import { silentLog } from './log.ts'
import { TEMPLATE, type ServerAddress } from './postgres.ts'

/** A migrated, empty database of a test's own, cloned from the template in milliseconds. */
export async function createTestDatabase(): Promise<{
  db: Kysely<Database>
  address: ServerAddress
  drop: () => Promise<void>
}> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${TEMPLATE}`)
  const address = { ...server, database: name }
  const db = createDatabase(createPool(address, silentLog()))
  await sql`select 1`.execute(db)
  return {
    db,
    address,
    drop: async () => {
      await db.destroy()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(server: ServerAddress, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
