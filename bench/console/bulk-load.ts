import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

type Db = Kysely<Database>

/** Steps that run at the same time. */
const LANES = 2

/** Settings of a server that is only filled: a crash makes the filled database worthless. */
export const LOADING_FLAGS = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
  'shared_buffers=1GB',
  'autovacuum=off',
]

/** Makes inserts leave the indexes of all empty tables alone until `rebuildIndexes`. Needs a superuser. */
export async function suspendIndexes(db: Db): Promise<void> {
  await sql`
    update pg_index set indisready = false, indisvalid = false
    where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
      and pg_relation_size(indrelid) = 0`.execute(db)
}

/** Builds the suspended indexes, the largest tables' first, which also checks their unique constraints. */
export async function rebuildIndexes(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where not indisready order by pg_relation_size(indrelid) desc`.execute(
    db,
  )
  await inLanes(
    db,
    rows.map(
      ({ name }) =>
        (line) =>
          sql`reindex index ${sql.id(name)}`.execute(line),
    ),
  )
}

/** Runs steps on a few connections without triggers and foreign keys, each as soon as a connection is free. */
export async function inLanes(db: Db, steps: readonly ((line: Db) => Promise<unknown>)[]): Promise<void> {
  const waiting = steps.values()
  const lane = (): Promise<void> =>
    db.connection().execute(async (line) => {
      await sql`set session_replication_role = replica`.execute(line)
      await sql`set synchronous_commit = off`.execute(line)
      await sql`set work_mem = '512MB'`.execute(line)
      await sql`set maintenance_work_mem = '1GB'`.execute(line)
      await sql`set max_parallel_maintenance_workers = 0`.execute(line)
      for (const step of waiting) await step(line)
      await sql`reset all`.execute(line)
    })
  await Promise.all(Array.from({ length: LANES }, lane))
}
