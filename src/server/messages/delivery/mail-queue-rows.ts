import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

type Connection = Kysely<Database>

/** Advisory lock key: "mails" in ASCII. */
const SETUP_LOCK = 0x6d_61_69_6c_73

/**
 * Lets only one node at a time set up the queue, until the transaction ends. A session lock could remain on a PgBouncer
 * connection.
 */
export async function lockMailQueueSetup(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(trx)
}

export async function rollBack(connection: Connection): Promise<void> {
  await sql`rollback`.execute(connection)
}
