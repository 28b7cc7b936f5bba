import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { isSameDisk } from './disk.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'
import type { BackupStore } from './store.ts'

export type BackupTarget =
  | { kind: 'off' }
  | { kind: 'folder'; folder: string; isDefault: boolean }
  | { kind: 's3'; bucket: string; prefix: string }

const S3 = 's3://'

type TargetConfig = Pick<Config, 'BACKUP_TO' | 'FOYER_DATA_DIR'>

/** Parses the location of the backups. `to`: a folder or `s3://` address that replaces BACKUP_TO. */
export function backupTarget(config: TargetConfig, to: string = config.BACKUP_TO): BackupTarget {
  if (to === 'off') return { kind: 'off' }
  if (to === '') return { kind: 'folder', folder: join(config.FOYER_DATA_DIR, 'backups'), isDefault: true }
  if (to.startsWith(S3)) {
    const [bucket = '', ...path] = to.slice(S3.length).split('/')
    return { kind: 's3', bucket, prefix: path.filter(Boolean).join('/') }
  }
  return { kind: 'folder', folder: to, isDefault: false }
}

/** False when backups are off, or on the same disk as the data, so that a disk failure would destroy both. */
export function isBackupOnOtherDisk(config: TargetConfig): boolean {
  const target = backupTarget(config)
  if (target.kind === 's3') return true
  return target.kind === 'folder' && !isSameDisk(target.folder, resolveDataFolder(config.FOYER_DATA_DIR))
}

/**
 * Number of bytes that backups leave free on the disk of the data, because sales stop when PostgreSQL can't write.
 */
export const RESERVED_BYTES = 2e9

/** Opens the store for backups. Undefined when backups are turned off. */
export function openBackupStore(config: Config, to?: string): BackupStore | undefined {
  const target = backupTarget(config, to)
  if (target.kind === 'off') return undefined
  if (target.kind === 'folder')
    return createFolderStore(target.folder, {
      reservedBytes: isSameDisk(target.folder, resolveDataFolder(config.FOYER_DATA_DIR)) ? RESERVED_BYTES : 0,
    })
  return createS3Store({
    endpoint: config.BACKUP_S3_ENDPOINT,
    region: config.BACKUP_S3_REGION,
    accessKeyId: config.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: config.BACKUP_S3_SECRET_ACCESS_KEY,
    bucket: target.bucket,
    prefix: target.prefix,
  })
}
