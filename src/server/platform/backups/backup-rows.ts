import { execute, queryRow, type Db } from '#server/platform/db/query.ts'

/** Name of the replication slot, which makes the server keep WAL until it is stored. */
export const BACKUP_SLOT = 'foyer_backup'

export interface ReplicationSlotRow {
  restartLsn: string | null
  /** True when the server has deleted WAL that wasn't stored, to keep its disk from filling up. */
  isLost: boolean
}

export function findReplicationSlot(db: Db): Promise<ReplicationSlotRow | undefined> {
  return queryRow<ReplicationSlotRow>(db)`
    select restart_lsn::text as "restartLsn", coalesce(wal_status = 'lost', false) as "isLost"
    from pg_replication_slots where slot_name = ${BACKUP_SLOT}`
}

export async function createReplicationSlot(db: Db): Promise<void> {
  await execute(db)`select pg_create_physical_replication_slot(${BACKUP_SLOT}, true)`
}

/** Does nothing when there is no slot. */
export async function dropReplicationSlot(db: Db): Promise<void> {
  await execute(
    db,
  )`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${BACKUP_SLOT}`
}

export async function readServerVersion(db: Db): Promise<string> {
  const row = await queryRow<{
    version: string
  }>(db)`select current_setting('server_version') as version`
  return row?.version ?? ''
}

/** Size of all databases of the server. */
export async function readDataBytes(db: Db): Promise<number> {
  const row = await queryRow<{
    bytes: number
  }>(db)`select coalesce(sum(pg_database_size(oid)), 0)::float8 as bytes from pg_database`
  return row?.bytes ?? 0
}

export interface BackupStateRow {
  place: string
  isElsewhere: boolean
  /** End of the last base backup; null before the first. */
  baseAt: Date | null
  /** Time up to which all changes are stored. */
  walAt: Date | null
  error: string
}

export async function writeBackupState(db: Db, state: BackupStateRow): Promise<void> {
  await execute(db)`
    insert into backup_state (place, is_elsewhere, base_at, wal_at, error)
    values (${state.place}, ${state.isElsewhere}, ${state.baseAt}, ${state.walAt}, ${state.error})
    on conflict (is_only) do update set place = excluded.place, is_elsewhere = excluded.is_elsewhere, base_at = excluded.base_at,
      wal_at = excluded.wal_at, error = excluded.error`
}

export async function deleteBackupState(db: Db): Promise<void> {
  await execute(db)`delete from backup_state`
}

/** Returns the state of the backups. Undefined when the embedded database has no backup. */
export function findBackupState(db: Db): Promise<BackupStateRow | undefined> {
  return queryRow<BackupStateRow>(db)`
    select place, is_elsewhere as "isElsewhere", base_at as "baseAt", wal_at as "walAt", error from backup_state`
}
