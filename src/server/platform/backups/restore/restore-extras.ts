import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { UploadStore } from '#server/platform/uploads/upload-store.ts'
import type { Archive } from '../archive.ts'

const AT_ONCE = 4

/** Restores uploads that are missing in the store. Returns their number. */
export async function restoreUploads(archive: Archive, uploads: UploadStore): Promise<number> {
  const names = (await archive.listUploads()).map(({ name }) => name)
  const waiting = names.values()
  let restored = 0
  const worker = async (): Promise<void> => {
    for (const name of waiting) {
      if (await uploads.has(name)) continue
      await uploads.put({ name, bytes: await archive.readUpload(name) })
      restored += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return restored
}

/**
 * Writes the generated encryption key of the restored data. Renames and keeps a different key that is already there.
 */
export function restoreKey(key: string, file: string, now: Date): void {
  if (key === '') return
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8').trim() === key.trim()) return
    renameSync(file, `${file}.before-restore-${now.toISOString().replaceAll(/[-:.]/g, '')}`)
  }
  writeFileSync(file, key, { mode: 0o600, flush: true })
}
