import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface DatabaseFacts {
  user: string
  /** Current time of the database server. */
  now: Date
  /**
   * PostgreSQL's `statement_timeout` in milliseconds. 0 if a connection pooler has removed the limit that Foyer
   * requests.
   */
  statementTimeoutMs: number
  mayCreate: boolean
  encoding: string
  fsync: boolean
  maxConnections: number
}

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const row = await queryRow<DatabaseFacts>(db)`
    select coalesce(current_user::text, '') as user, coalesce(clock_timestamp(), 'epoch') as now,
      coalesce((select setting::int from pg_settings where name = 'statement_timeout'), 0) as "statementTimeoutMs",
      coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create')
        and has_database_privilege(current_database(), 'create'), false) as "mayCreate",
      current_setting('server_encoding') as encoding,
      current_setting('fsync')::boolean as fsync,
      current_setting('max_connections')::int as "maxConnections"`
  if (!row) throw new Error('The query returns one row.')
  return row
}

/** Lists up to three tables that the user isn't allowed to read and change. */
export async function listForbiddenTables(db: Db): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(db)`
    select coalesce(c.relname::text, '') as name from pg_class c
    where c.relnamespace in (to_regnamespace('public')::oid, to_regnamespace('sandbox')::oid) and c.relkind = 'r'
      and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
        and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))
    order by c.relname limit 3`
  return rows.map(({ name }) => name)
}

export interface ArchiverRow {
  isOn: boolean
  archivedAt: Date | null
  failedAt: Date | null
  failedFile: string
}

/** Reads the state of PostgreSQL's own archiving, for an external server. */
export async function readArchiver(db: Db): Promise<ArchiverRow> {
  const row = await queryRow<ArchiverRow>(db)`
    select current_setting('archive_mode') <> 'off' as "isOn", last_archived_time as "archivedAt", last_failed_time as "failedAt",
      coalesce(last_failed_wal, '') as "failedFile" from pg_stat_archiver`
  return row ?? { isOn: false, archivedAt: null, failedAt: null, failedFile: '' }
}

/** Counts the standbys and other receivers of the server's write-ahead log, except Foyer's own backup. */
export async function countWalReceivers(db: Db): Promise<number> {
  const row = await queryRow<{ count: number }>(db)`
    select count(*)::int as count from pg_stat_replication where application_name <> 'foyer backup'`
  return row?.count ?? 0
}
