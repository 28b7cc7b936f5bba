import { execute, type Db, type Trx } from '#server/platform/db/query.ts'

/** Advisory lock key: "mails" in ASCII. */
const SETUP_LOCK = 0x6d_61_69_6c_73

/**
 * Lets only one node at a time set up the queue, until the transaction ends. A session lock could remain on a PgBouncer
 * connection.
 */
export async function lockMailQueueSetup(trx: Trx): Promise<void> {
  await execute(trx)`select pg_advisory_xact_lock(${SETUP_LOCK})`
}

export async function rollBack(connection: Db): Promise<void> {
  await execute(connection)`rollback`
}
