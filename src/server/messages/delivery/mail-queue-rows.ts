import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

type Connection = Kysely<Database>

/** Advisory lock key: "mails" in ASCII. */
const SETUP_LOCK = 0x6d_61_69_6c_73

/** Waits until no other node sets up the queue, and keeps others waiting until `releaseSetup` on the same connection. */
export async function holdSetup(connection: Connection): Promise<void> {
  await sql`select pg_advisory_lock(${SETUP_LOCK})`.execute(connection)
}

export async function releaseSetup(connection: Connection): Promise<void> {
  await sql`select pg_advisory_unlock(${SETUP_LOCK})`.execute(connection)
}

export async function rollBack(connection: Connection): Promise<void> {
  await sql`rollback`.execute(connection)
}
