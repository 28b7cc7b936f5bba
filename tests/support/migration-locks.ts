import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** Tables that grow with sales and visitors, and that every sale reads or writes. */
export const HOT_TABLES = [
  'accounts',
  'carts',
  'earnings',
  'holds',
  'inventory',
  'ledger_entries',
  'ledger_transactions',
  'mails',
  'order_balances',
  'order_items',
  'order_search',
  'order_taxes',
  'orders',
  'payments',
  'scans',
  'sessions',
  'tickets',
] as const

/** Modes of locks that make writers wait, from the weakest. */
const BLOCKING = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']

interface Use {
  table: string
  scans: number
  changed: number
  /** The strongest lock that makes writers wait. */
  lock: string | null
}

/**
 * Runs SQL in a transaction that is rolled back, and returns a message for each hot table that it scans under a lock that makes sales wait
 * (an index, a validated constraint, a rewrite), or whose rows it changes. PostgreSQL's statistics and locks of the transaction are read, not the
 * text, so SQL in functions and `do` blocks counts too. An empty table counts as scanned.
 */
export async function findHeavyLocks(db: Kysely<Database>, text: string): Promise<string[]> {
  const trx = await db.startTransaction().execute()
  try {
    const before = await readUses(trx)
    await sql.raw(text).execute(trx)
    const after = await readUses(trx)
    return after.flatMap((use, index) => describeHeavy(use, before[index]))
  } finally {
    await trx.rollback().execute()
  }
}

function describeHeavy(use: Use, before: Use | undefined): string[] {
  if (use.changed > (before?.changed ?? 0)) return [`changes rows of ${use.table}`]
  const isScanned = use.scans > (before?.scans ?? 0)
  return isScanned && use.lock ? [`scans ${use.table} with ${use.lock}`] : []
}

async function readUses(trx: Kysely<Database>): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select c.relname::text as "table",
      (coalesce(pg_stat_get_xact_numscans(c.oid), 0) + coalesce(
        (select sum(pg_stat_get_xact_numscans(i.indexrelid)) from pg_index i where i.indrelid = c.oid), 0))::int as scans,
      (pg_stat_get_xact_tuples_updated(c.oid) + pg_stat_get_xact_tuples_deleted(c.oid))::int as changed,
      (
        select l.mode from pg_locks l join unnest(${BLOCKING}::text[]) with ordinality b (mode, strength) using (mode)
        where l.pid = pg_backend_pid() and l.locktype = 'relation' and l.relation = c.oid and l.granted
        order by b.strength desc limit 1
      ) as lock
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${HOT_TABLES})
    order by 1`.execute(trx)
  return rows
}
