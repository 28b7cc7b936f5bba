import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

const MAX_POLLS = 5000

/** Resolves once so many statements of this database wait for a lock that another holds. */
export async function whenWaiting(db: Kysely<Database>, count = 1): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  for (let looks = 0; looks < MAX_POLLS; looks += 1)
    if ((await waiting.execute(db)).rows.length >= count) return
  throw new Error('Nobody waits.')
}

/**
 * Makes statements that read a table wait while a transaction holds `lockReads`. They have their snapshot already, so they don't see what is
 * committed meanwhile.
 */
export async function addReadLock(db: Kysely<Database>, table: keyof Database): Promise<void> {
  const locked = sql.table(`${table}_locked`)
  await sql`alter table ${sql.table(table)} rename to ${locked}`.execute(db)
  // Without columns in the condition, the function is called once, also for an empty table.
  await sql`
    create function wait_for_read_lock() returns boolean stable language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(hashtext('reads')); return true; end $$`.execute(db)
  await sql`create view ${sql.table(table)} as select * from ${locked} where wait_for_read_lock()`.execute(db)
}

export async function lockReads(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reads'))`.execute(trx)
}
