import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { dataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { backupTarget } from './stores/open-store.ts'

/** False when the backups are on the disk of the data, and would be lost with it. */
export function isElsewhere(config: Pick<Config, 'BACKUP_TO' | 'FOYER_DATA_DIR'>): boolean {
  const target = backupTarget(config)
  if (target.kind === 's3') return true
  return target.kind === 'folder' && diskOf(target.folder) !== diskOf(dataFolder(config.FOYER_DATA_DIR))
}

const diskOf = (path: string): number => statSync(nearestFolder(path)).dev

/** The path, or its nearest parent that exists. */
export const nearestFolder = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))
