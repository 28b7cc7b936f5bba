import { chownSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { makeFolders } from '#server/platform/embedded-postgres/binaries.ts'
import { POSTGRES_USER } from '#server/platform/embedded-postgres/data-folder.ts'
import { removeUnfinishedFolders } from '#server/platform/embedded-postgres/set-up.ts'
import { TIME_LIMITS } from '#server/platform/db/time-limits.ts'
import type { Archive } from '../archive.ts'
import { BackupUnusable } from '../seal.ts'
import { fetchWal, reserveTimelines } from './fetch-wal.ts'
import type { RestorePlan } from './plan-restore.ts'
import { recoverDatabase, type RecoveredServer } from './recover.ts'
import { countRestored, findInconsistencies, type RestoredCounts } from './restored-rows.ts'
import { createUntar } from './untar.ts'

export interface Restored extends RestoredCounts {
  /** Inconsistencies of the restored data. */
  damage: string[]
  /** Folder of the restored data, next to `folder`. No server is running in it. */
  restored: string
  remove: () => void
}

export interface RestoreRequest {
  archive: Archive
  plan: RestorePlan
  /** Data folder that the restored data will replace. */
  folder: string
  onStep: (text: string) => void
}

/**
 * Restores a backup next to `folder`, which it doesn't change, and checks the result. Throws `BackupUnusable` when
 * the backup can't be restored, and then leaves no files. Inconsistencies are returned as `damage`; the caller
 * decides what to do. Removes the files of an earlier, interrupted restore.
 */
export async function restoreBackup({ archive, plan, folder, onStep }: RestoreRequest): Promise<Restored> {
  const restored = `${folder}.${process.pid}`
  const wal = `${folder}.wal.${process.pid}`
  makeFolders(dirname(folder))
  removeUnfinishedFolders(folder)
  expectSpace(dirname(folder), plan.bytes)
  const remove = (): void => {
    rmSync(restored, { recursive: true, force: true })
    rmSync(wal, { recursive: true, force: true })
  }
  try {
    await extract(archive, plan, restored)
    onStep('The base backup is restored.')
    await fetchWal(archive, plan.pieces, wal)
    reserveTimelines(wal, { after: plan.base.timeline, upTo: plan.lastTimeline })
    onStep('The WAL is fetched. PostgreSQL is replaying it.')
    const server = await recoverDatabase({
      folder: restored,
      wal,
      at: plan.at,
      isPastMoment: plan.isPastMoment,
    })
    const checked = await check(server)
    rmSync(wal, { recursive: true, force: true })
    return { restored, remove, ...checked }
  } catch (error) {
    remove()
    throw isDiskFull(error)
      ? new BackupUnusable(`The disk of ${dirname(folder)} is full. Nothing was changed.`, { cause: error })
      : error
  }
}

async function extract(archive: Archive, { base }: RestorePlan, restored: string): Promise<void> {
  mkdirSync(restored, { mode: 0o700 })
  if (POSTGRES_USER) chownSync(restored, POSTGRES_USER.uid, POSTGRES_USER.gid)
  const untar = createUntar(restored, POSTGRES_USER)
  for (const { name } of base.parts) untar.push(await archive.read(name))
  untar.finish()
}

async function check(server: RecoveredServer): Promise<Pick<Restored, 'damage'> & RestoredCounts> {
  const log = pino({ level: 'silent' })
  const db = createDatabase(createPool({ ...server.connection, max: 1 }, log, TIME_LIMITS.maintenance))
  try {
    return { damage: await findInconsistencies(db), ...(await countRestored(db)) }
  } finally {
    await db.destroy()
    await server.stop()
  }
}

function expectSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free < bytes)
    throw new BackupUnusable(
      `The restore needs ${formatBackupSize(bytes)} in ${folder}, and ${formatBackupSize(free)} are free. Nothing was changed.`,
    )
}

export const formatBackupSize = (bytes: number): string =>
  bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC'
