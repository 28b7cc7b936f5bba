import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

type Connection = Kysely<Database>

/** Advisory lock key: "mails" in ASCII. */
const SETUP_LOCK = 0x6d_61_69_6c_73

/**
 * Waits until no other node sets up the queue, and keeps others waiting until the transaction ends. A session's lock could stay on a connection
 * of PgBouncer.
 */
export async function lockSetup(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(trx)
}

export async function rollBack(connection: Connection): Promise<void> {
  await sql`rollback`.execute(connection)
}
