import type { UploadStore } from '#server/platform/uploads/upload-store.ts'
import type { Archive } from './archive.ts'

const AT_ONCE = 4

/** Copies the uploads that the archive lacks. Returns the names of all uploads. A file's name is its content's hash. */
export async function copyUploads(
  archive: Archive,
  uploads: UploadStore,
  now: Date,
): Promise<{ names: string[]; copied: number }> {
  const stored = new Set((await archive.listUploads()).map(({ name }) => name))
  const names: string[] = []
  for await (const some of uploads.listOld(now)) names.push(...some)
  const missing = names.filter((name) => !stored.has(name))
  const waiting = missing.values()
  const worker = async (): Promise<void> => {
    for (const name of waiting) {
      const bytes = await uploads.read(name)
      // Undefined for a file that was deleted meanwhile.
      if (bytes) await archive.putUpload(name, bytes)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { names, copied: missing.length }
}
