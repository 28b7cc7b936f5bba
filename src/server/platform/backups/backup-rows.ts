import { sql } from 'kysely'
import type { Db } from '#server/platform/db/query.ts'

/** Name of the replication slot, which makes the server keep WAL until it is stored. */
export const BACKUP_SLOT = 'foyer_backup'

export interface ReplicationSlotRow {
  restartLsn: string | null
  /** True when the server has deleted WAL that wasn't stored, to keep its disk from filling up. */
  isLost: boolean
}

export async function findReplicationSlot(db: Db): Promise<ReplicationSlotRow | undefined> {
  const { rows } = await sql<ReplicationSlotRow>`
    select restart_lsn::text as "restartLsn", coalesce(wal_status = 'lost', false) as "isLost"
    from pg_replication_slots where slot_name = ${BACKUP_SLOT}`.execute(db)
  return rows[0]
}

export async function createReplicationSlot(db: Db): Promise<void> {
  await sql`select pg_create_physical_replication_slot(${BACKUP_SLOT}, true)`.execute(db)
}

/** Does nothing when there is no slot. */
export async function dropReplicationSlot(db: Db): Promise<void> {
  await sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${BACKUP_SLOT}`.execute(
    db,
  )
}

export async function readServerVersion(db: Db): Promise<string> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(db)
  return rows[0]?.version ?? ''
}

/** Size of all databases of the server. */
export async function readDataBytes(db: Db): Promise<number> {
  const { rows } = await sql<{
    bytes: number
  }>`select coalesce(sum(pg_database_size(oid)), 0)::float8 as bytes from pg_database`.execute(db)
  return rows[0]?.bytes ?? 0
}

export interface BackupStateRow {
  place: string
  isElsewhere: boolean
  /** End of the last base backup; null before the first. */
  baseAt: Date | null
  /** All changes up to this time are stored. */
  walAt: Date | null
  error: string
}

export async function writeBackupState(db: Db, state: BackupStateRow): Promise<void> {
  await sql`
    insert into backup_state (place, is_elsewhere, base_at, wal_at, error)
    values (${state.place}, ${state.isElsewhere}, ${state.baseAt}, ${state.walAt}, ${state.error})
    on conflict (is_only) do update set place = excluded.place, is_elsewhere = excluded.is_elsewhere, base_at = excluded.base_at,
      wal_at = excluded.wal_at, error = excluded.error`.execute(db)
}

export async function deleteBackupState(db: Db): Promise<void> {
  await sql`delete from backup_state`.execute(db)
}

/** Undefined when the embedded database has no backup. */
export async function findBackupState(db: Db): Promise<BackupStateRow | undefined> {
  const { rows } = await sql<BackupStateRow>`
    select place, is_elsewhere as "isElsewhere", base_at as "baseAt", wal_at as "walAt", error from backup_state`.execute(
    db,
  )
  return rows[0]
}
