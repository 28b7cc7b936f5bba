import type { UploadStore } from '#server/platform/uploads/upload-store.ts'
import type { Archive } from './archive.ts'
import { ObjectExists } from './stores/store.ts'

const AT_ONCE = 4

export const listStoredUploads = async (archive: Archive): Promise<Set<string>> =>
  new Set((await archive.listUploads()).map(({ name }) => name))

/**
 * Copies the uploads that are missing in the archive, and adds them to `stored`. Returns the names of all uploads.
 * Files never change, because a file's name is the hash of its content.
 */
export async function copyUploads(
  { archive, uploads, now }: { archive: Archive; uploads: UploadStore; now: number },
  stored: Set<string>,
): Promise<string[]> {
  const names: string[] = []
  for await (const some of uploads.listOld(new Date(now))) names.push(...some)
  const missing = names.filter((name) => !stored.has(name)).values()
  const worker = async (): Promise<void> => {
    for (const name of missing) {
      const bytes = await uploads.read(name)
      // The file has been deleted in the meantime.
      if (!bytes) continue
      // `foyer backup` may have copied it in the meantime.
      await archive.putUpload(name, bytes).catch((error: unknown) => {
        if (!(error instanceof ObjectExists)) throw error
      })
      stored.add(name)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return names
}
