import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerAddress } from './postgres.ts'

/** Rows that were written in a database before it is dropped: deleted rows slow down later tests. */
const MAX_WRITTEN_ROWS = 20_000

/** For sessions and statements of a closed context to end: two seconds. */
const POLLS = 500
const POLL_MS = 4

/** Tables of the product. */
const TABLES = String.raw`
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not like 'pg\_%' and n.nspname <> 'information_schema'
    and c.relname not like 'kysely\_%'`

/** All sequences are the product's. */
const READ_SEQUENCES = `
  select seqrelid::regclass::text as name, pg_sequence_last_value(seqrelid) as value from pg_sequence
  where pg_sequence_last_value(seqrelid) is not null`

/** Returns SQL that restores the rows and sequences of a database in one whose tables are empty. */
export async function readContents(address: ServerAddress): Promise<string> {
  const client = new pg.Client(address)
  await client.connect()
  const tables = await client.query<{ name: string; columns: string }>(`
    select c.oid::regclass::text as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns ${TABLES}
      and pg_relation_size(c.oid) > 0`)
  const statements: string[] = []
  for (const { name, columns } of tables.rows) {
    const { rows } = await client.query<{ json: string | null }>(
      `select json_agg(t)::text as json from ${name} t`,
    )
    statements.push(`insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, ${pg.escapeLiteral(rows[0]?.json ?? '[]')})`)
  }
  const sequences = await client.query<{ name: string; value: number }>(READ_SEQUENCES)
  for (const { name, value } of sequences.rows)
    statements.push(`select setval(${pg.escapeLiteral(name)}, ${value})`)
  await client.end()
  return statements.join(';\n')
}

/** Rows inserted so far, by table: PostgreSQL's count, which only grows. */
type Inserted = ReadonlyMap<string, number>

/** Counts at the last reset, of the pool's database. */
const counts = new WeakMap<pg.Pool, Inserted>()

/**
 * Deletes what a test has written, and restores `contents`. Sessions of the pool stay, with what they know of the schema. Returns false
 * for a database that must be dropped instead: sessions are left in it, or its schema or settings have changed.
 */
export async function resetDatabase(pool: pg.Pool, contents: string): Promise<boolean> {
  if (pool.ending || !(await until(() => pool.idleCount === pool.totalCount))) return false
  const clients = await Promise.all(
    Array.from({ length: Math.max(1, pool.totalCount) }, () => pool.connect()),
  )
  try {
    const pids = await Promise.all(clients.map(clearSession))
    const [client] = clients
    if (!client || !(await isAlone(client, pids))) return false
    const { canReset, inserted } = await readWrites(client)
    if (!canReset) return false
    const sequences = await client.query<{ name: string }>(READ_SEQUENCES)
    await client.query(
      [
        // A replica checks no foreign keys and runs no triggers.
        'begin; set local session_replication_role = replica',
        ...written(inserted, counts.get(pool)).map((name) => `delete from ${name}`),
        ...sequences.rows.map(({ name }) => `select setval(${pg.escapeLiteral(name)}, 1, false)`),
        contents,
        'commit',
      ].join(';\n'),
    )
    counts.set(pool, inserted)
    return true
  } finally {
    for (const client of clients) client.release()
  }
}

/** Ends what a test may have left in a session, and reports its statistics. Returns its process id. */
async function clearSession(client: pg.PoolClient): Promise<number> {
  await client.query('reset all; unlisten *')
  const { rows } = await client.query<{ pid: number }>(
    'select pg_advisory_unlock_all(), pg_stat_force_next_flush(), pg_backend_pid() as pid',
  )
  return rows[0]?.pid ?? 0
}

/** True when the other sessions have ended. */
const isAlone = (client: pg.PoolClient, pids: readonly number[]): Promise<boolean> =>
  until(async () => {
    const { rows } = await client.query(
      'select from pg_stat_activity where datname = current_database() and pid <> all($1) limit 1',
      [pids],
    )
    return rows.length === 0
  })

/** A test may have left a clock that doesn't go. */
async function until(check: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let poll = 0; poll < POLLS; poll += 1) {
    if (await check()) return true
    await pause(POLL_MS)
  }
  return false
}

/** All tables at the first reset, since the template's rows aren't counted; then those that got rows, the restored ones included. */
const written = (inserted: Inserted, before: Inserted | undefined): string[] =>
  [...inserted].flatMap(([name, count]) => (before && before.get(name) === count ? [] : name))

/** Every change of the schema, and `analyze`, writes to the catalog or to the list of migrations. */
async function readWrites(client: pg.PoolClient): Promise<{ canReset: boolean; inserted: Inserted }> {
  const { rows } = await client.query<{ can: boolean; names: string[]; inserted: number[] }>({
    name: 'read writes',
    text: `
    with writes as (
      select c.oid, n.nspname = 'pg_catalog' or relname like 'kysely\\_%' as "isCatalog", n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' as "isOwn",
        pg_stat_get_tuples_inserted(c.oid) as inserted, pg_stat_get_tuples_updated(c.oid) + pg_stat_get_tuples_deleted(c.oid) as changed
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where relkind = 'r' and not relisshared
    )
    select coalesce(sum(inserted + changed) filter (where "isCatalog"), 0) = 0 and sum(inserted + changed) < ${MAX_WRITTEN_ROWS}
      and not exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where d.datname = current_database()) as can,
      array_agg(oid::regclass::text order by oid) filter (where "isOwn" and not "isCatalog") as names,
      array_agg(inserted order by oid) filter (where "isOwn" and not "isCatalog") as inserted
    from writes`,
  })
  const [{ can, names, inserted } = { can: false, names: [], inserted: [] }] = rows
  return { canReset: can, inserted: new Map(names.map((name, at) => [name, Number(inserted[at])])) }
}
