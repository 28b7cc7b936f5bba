import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUploadName, UploadStoreDown, type UploadStore } from './upload-store.ts'

/**
 * Stores files in a local folder, which is created on first use. If several machines run Foyer, they must share it.
 */
export function createLocalUploads(folder: string): UploadStore {
  return {
    put: ({ name, bytes }) =>
      orDown(async () => {
        await mkdir(folder, { recursive: true })
        // The file is written to a temporary name and renamed, so that it is complete even after a power failure.
        const unfinished = join(folder, `${randomUUID()}.part`)
        try {
          await writeFile(unfinished, bytes, { flush: true })
          await rename(unfinished, join(folder, name))
        } catch (error) {
          await rm(unfinished, { force: true })
          throw error
        }
      }),
    has: (name) => orDown(async () => (await ifThere(access(join(folder, name)).then(() => true))) ?? false),
    read: (name) => orDown(() => ifThere(readFile(join(folder, name)))),
    remove: (name) => orDown(() => rm(join(folder, name), { force: true })),
    listOld: (before) => listOld(folder, before),
  }
}

const AT_ONCE = 500

async function* listOld(folder: string, before: Date): AsyncGenerator<string[]> {
  const names = (await orDown(() => ifThere(readdir(folder)))) ?? []
  const isOld = async (name: string): Promise<boolean> => {
    const file = await orDown(() => ifThere(stat(join(folder, name))))
    return file !== undefined && file.mtime < before
  }
  const uploads = names.filter(isUploadName)
  for (let from = 0; from < uploads.length; from += AT_ONCE) {
    const some = uploads.slice(from, from + AT_ONCE)
    const old = await Promise.all(some.map(isOld))
    yield some.filter((_, index) => old[index])
  }
}

async function orDown<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new UploadStoreDown(`The folder of UPLOADS_DIR can't be used: ${error.message}.`, { cause: error })
  }
}

async function ifThere<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
