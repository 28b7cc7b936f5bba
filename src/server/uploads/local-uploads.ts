import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadStore } from './upload-store.ts'

/** Files in a folder of this machine, which is made with the first of them. Nodes on other machines see it when it is shared. */
export function createLocalUploads(folder: string): UploadStore {
  return {
    put: async ({ name, bytes }) => {
      await mkdir(folder, { recursive: true })
      // Under its own name it is whole, whenever the power fails.
      const unfinished = join(folder, `${randomUUID()}.part`)
      try {
        await writeFile(unfinished, bytes, { flush: true })
        await rename(unfinished, join(folder, name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    has: async (name) => (await unlessMissing(access(join(folder, name)).then(() => true))) ?? false,
    read: (name) => unlessMissing(readFile(join(folder, name))),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** Undefined when the file is not there; whatever else is wrong is thrown. */
async function unlessMissing<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
