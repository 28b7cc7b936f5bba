import type pg from 'pg'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import type { DumpSequence, DumpTable } from './dump-file.ts'

/**
 * Tables with the state of running processes and of the embedded server's backups, which doesn't apply to another
 * database.
 */
const NOT_EXPORTED = ['backup_state', 'nodes']

/**
 * Lists the tables to export with their columns. Leaves out migrations (an import runs its own), pg-boss' queue
 * (refilled from `mails`), `NOT_EXPORTED`, and generated columns, which PostgreSQL computes again.
 */
export function listTables(db: Db): Promise<DumpTable[]> {
  return queryRows<DumpTable>(db)`
    select coalesce(n.nspname::text, '') as schema, coalesce(c.relname::text, '') as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'sandbox') and c.relkind = 'r' and c.relname not like 'kysely%'
      and c.relname <> all(${NOT_EXPORTED})
    group by n.nspname, c.relname order by n.nspname, c.relname`
}

/** Returns the sequences that have been used, with their last value. */
export function listSequences(db: Db): Promise<DumpSequence[]> {
  return queryRows<DumpSequence>(db)`
    select coalesce(schemaname::text, '') as schema, coalesce(sequencename::text, '') as name, coalesce(last_value, 0) as value from pg_sequences
    where schemaname in ('public', 'sandbox') and last_value is not null order by 1, 2`
}

/** True when the database has no accounts, promoters or orders, so that an import overwrites nothing. */
export async function hasNoData(db: Db): Promise<boolean> {
  const rows = await queryRows<{ hasNoData: boolean }>(db)`
    select not exists (select from promoters) and not exists (select from accounts) and not exists (select from orders) as "hasNoData"`
  return rows.some((row) => row.hasNoData)
}

/** Queues unsent emails again, because the mail queue isn't exported. */
export async function requeueMails(client: pg.Client): Promise<void> {
  await client.query('update mails set queued_at = null where done_at is null and dead_at is null')
}
