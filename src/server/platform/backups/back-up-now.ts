import { existsSync, readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { chooseBaseBackup } from '#model/platform/backups/retention.ts'
import type { Clock } from '#server/context.ts'
import type { Config } from '#server/platform/config.ts'
import type { OpenDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/query.ts'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { generatedKeyFile } from '#server/platform/encryption/read-keys.ts'
import type { UploadStore } from '#server/platform/uploads/upload-store.ts'
import type { Archive } from './archive.ts'
import { readDataBytes, readServerVersion } from './backup-rows.ts'
import type { Manifest } from './manifest.ts'
import { copyUploads, listStoredUploads } from './copy-uploads.ts'
import { deleteOldBackups } from './delete-old-backups.ts'
import type { BasePace } from './replication.ts'
import { takeBaseBackup } from './take-base-backup.ts'

export interface BackupParts {
  config: Config
  database: Pick<OpenDatabase, 'connection' | 'maintenance'>
  uploads: UploadStore
  clock: Clock
  log: Logger
}

/** Copies uploads, takes a base, and deletes backups that are no longer needed. Throws `NoRoom` if a base doesn't fit. */
export async function backUpNow(
  parts: Omit<BackupParts, 'log'> & { signal?: AbortSignal },
  archive: Archive,
  pace: BasePace,
): Promise<Manifest> {
  const { config, database, uploads, clock, signal } = parts
  const stored = await listStoredUploads(archive)
  const names = await copyUploads({ archive, uploads, now: clock.now() }, stored)
  const drop = (): Promise<void> =>
    deleteOldBackups(archive, { days: config.BACKUP_KEEP, now: clock.now(), uploads: names })
  // Old backups are deleted before the base is taken, too. Otherwise, if a base doesn't fit on the disk, old backups
  // would be kept forever.
  await drop()
  await archive.expectRoom(await estimateBase(archive, database.maintenance))
  const base = await takeBaseBackup({
    archive,
    connection: database.connection,
    clock,
    serverVersion: await readServerVersion(database.maintenance),
    uploads: names,
    encryptionKey: readGeneratedKey(config),
    pace,
    ...(signal ? { signal } : {}),
  })
  await drop()
  return base
}

/**
 * Estimated size of a base backup: this factor times the size of the database, or GROWTH times the size of the
 * previous base.
 */
const COMPRESSED = 0.5
const GROWTH = 1.2

async function estimateBase(archive: Archive, db: Db): Promise<number> {
  const newest = chooseBaseBackup(await archive.listManifests(), undefined)
  if (!newest) return (await readDataBytes(db)) * COMPRESSED
  return newest.parts.reduce((sum, { bytes }) => sum + bytes, 0) * GROWTH
}

/** Returns the generated key; '' when the key is a setting, because operators store that key themselves. */
function readGeneratedKey(config: Config): string {
  if (config.FOYER_ENCRYPTION_KEY.length > 0 || config.FOYER_ENCRYPTION_KEY_FILE) return ''
  const file = generatedKeyFile(resolveDataFolder(config.FOYER_DATA_DIR))
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
