import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'

export interface StoredObject {
  name: string
  bytes: number
  storedAt: Date
}

/**
 * Keeps the objects of backups. Objects never change: `put` fails if the name exists. Names are paths of letters, digits, `.`, `_`
 * and `-`. All calls may throw `BackupStoreDown`.
 */
export interface BackupStore {
  /** Location, for messages. */
  place: string
  /** Resolves when the object is complete and durable. */
  put: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  read: (name: string) => Promise<Buffer<ArrayBuffer> | undefined>
  /** Objects whose names begin with `prefix`, which ends with a slash. */
  list: (prefix: string) => Promise<StoredObject[]>
  /** Names of the folders directly below `prefix`, which is empty or ends with a slash. */
  listFolders: (prefix: string) => Promise<string[]>
  /** Succeeds also when there is no such object. */
  remove: (name: string) => Promise<void>
}

/** The store doesn't respond or refuses. The message says what to check. */
export class BackupStoreDown extends Error {
  override name = 'BackupStoreDown'
}

export type BackupTarget =
  | { kind: 'off' }
  | { kind: 'folder'; folder: string; isDefault: boolean }
  | { kind: 's3'; bucket: string; prefix: string }

type TargetConfig = Pick<Config, 'BACKUP_TO' | 'FOYER_DATA_DIR'>

/** `to`: a folder or `s3://` address that replaces BACKUP_TO. */
export function backupTarget(config: TargetConfig, to: string = config.BACKUP_TO): BackupTarget {
  if (to === 'off') return { kind: 'off' }
  if (to === '') return { kind: 'folder', folder: join(config.FOYER_DATA_DIR, 'backups'), isDefault: true }
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(to) ?? []
  if (bucket) return { kind: 's3', bucket, prefix: prefix.replace(/\/$/, '') }
  return { kind: 'folder', folder: to, isDefault: false }
}

/** Undefined when backups are off. */
export function openBackupStore(config: Config, to?: string): BackupStore | undefined {
  const target = backupTarget(config, to)
  if (target.kind === 'off') return undefined
  if (target.kind === 'folder') return createFolderStore(target.folder)
  return createS3Store({
    endpoint: config.BACKUP_S3_ENDPOINT,
    region: config.BACKUP_S3_REGION,
    accessKeyId: config.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: config.BACKUP_S3_SECRET_ACCESS_KEY,
    bucket: target.bucket,
    prefix: target.prefix,
  })
}
