import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { isUploadName } from '#server/platform/uploads/upload-store.ts'

export interface Storage {
  kind: 'folder' | 's3'
  /** Number of files; null for a bucket, because counting would require listing it. */
  files: number | null
  bytes: number | null
  freeBytes: number | null
}

/** Maximum number of files whose sizes are summed. In larger folders, files are only counted. */
const MAX_MEASURED = 20_000

export async function measureStorage(config: Pick<Config, 'S3_ENDPOINT' | 'UPLOADS_DIR'>): Promise<Storage> {
  if (config.S3_ENDPOINT) return { kind: 's3', files: null, bytes: null, freeBytes: null }
  const folder = config.UPLOADS_DIR
  const names = (await orUndefined(readdir(folder)))?.filter(isUploadName) ?? []
  const free = await orUndefined(statfs(folder))
  return {
    kind: 'folder',
    files: names.length,
    bytes: names.length > MAX_MEASURED ? null : await sizeOf(folder, names),
    freeBytes: free ? free.bavail * free.bsize : null,
  }
}

async function sizeOf(folder: string, names: readonly string[]): Promise<number> {
  let bytes = 0
  for (const name of names) bytes += (await orUndefined(stat(join(folder, name))))?.size ?? 0
  return bytes
}

/** Resolves to undefined if the folder or file doesn't exist. */
const orUndefined = <Found>(found: Promise<Found>): Promise<Found | undefined> => found.catch(() => undefined)
