import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/db/query.ts'

/** Advisory lock key: "mails" in ASCII. */
const SETUP_LOCK = 0x6d_61_69_6c_73

/**
 * Lets only one node at a time set up the queue, until the transaction ends. A session lock could remain on a PgBouncer
 * connection.
 */
export async function lockMailQueueSetup(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(trx)
}

export async function rollBack(connection: Db): Promise<void> {
  await sql`rollback`.execute(connection)
}
