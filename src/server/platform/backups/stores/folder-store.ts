import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nearestFolder } from './disk.ts'
import { BackupStoreDown, NoRoom, ObjectExists, type BackupStore, type StoredObject } from './store.ts'

const UNFINISHED = '.part'

/**
 * Creates a store that keeps objects as files that only their owner can read. Creates the folder on first use. Leaves
 * `reservedBytes` of the disk free.
 */
export function createFolderStore(folder: string, { reservedBytes } = { reservedBytes: 0 }): BackupStore {
  const expectRoom = (bytes: number): Promise<void> => expectFree(folder, bytes, reservedBytes)
  const orDown = <Done>(work: () => Promise<Done>): Promise<Done> => guard(folder, work)
  return {
    place: folder,
    expectRoom: (bytes) => orDown(() => expectRoom(bytes)),
    put: (name, bytes) =>
      orDown(async () => {
        await expectRoom(bytes.length)
        await putFile(folder, name, bytes)
      }),
    read: (name) => orDown(() => ifThere(readFile(join(folder, name)))),
    list: (prefix) => orDown(() => listFiles(folder, prefix)),
    listFolders: (prefix) => orDown(() => listFolders(join(folder, prefix))),
    remove: (name) => orDown(() => removeFile(folder, name)),
    removeAll: (prefix) => orDown(() => rm(join(folder, prefix), { recursive: true, force: true })),
  }
}

async function expectFree(folder: string, bytes: number, reserved: number): Promise<void> {
  if (reserved === 0) return
  const { bavail, bsize } = await statfs(nearestFolder(folder))
  const free = bavail * bsize
  if (free - bytes < reserved)
    throw new NoRoom(
      `The backup needs ${gigabytes(bytes)} in ${folder}. ${gigabytes(free)} are free on the disk of the data, of which ${gigabytes(reserved)} are kept for sales. Set BACKUP_TO to another disk, or lower BACKUP_KEEP.`,
    )
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

/**
 * Writes to a temporary file and links it to its name, so that the file is complete even after a power failure.
 * `link` fails when the name exists.
 */
async function putFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, name)
  const parent = dirname(path)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const unfinished = join(parent, `${randomUUID()}${UNFINISHED}`)
  try {
    await writeFile(unfinished, bytes, { flush: true, mode: 0o600 })
    await link(unfinished, path).catch((error: unknown) => {
      throw hasCode(error, 'EEXIST') ? new ObjectExists(name) : error
    })
  } finally {
    await rm(unfinished, { force: true })
  }
  await flushFolder(parent)
}

/** Makes a new file name durable (fsync of the folder). Windows has no such call. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function listFiles(folder: string, prefix: string): Promise<StoredObject[]> {
  const entries =
    (await ifThere(readdir(join(folder, prefix), { recursive: true, withFileTypes: true }))) ?? []
  const found = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED))
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const file = await ifThere(stat(path))
      const name = path.slice(folder.length + 1).replaceAll('\\', '/')
      return file ? [{ name, bytes: file.size, storedAt: file.mtime }] : []
    })
  return (await Promise.all(found)).flat()
}

async function listFolders(path: string): Promise<string[]> {
  const entries = (await ifThere(readdir(path, { withFileTypes: true }))) ?? []
  return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : []))
}

/** Removes an object's file, and its folder once that is empty. */
async function removeFile(folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  await rm(path, { force: true })
  const parent = dirname(path)
  // Fails when the folder still has files, including files that are being written.
  await rmdir(parent).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].some((code) => hasCode(error, code))) throw error
  })
}

async function guard<Done>(folder: string, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error instanceof BackupStoreDown) throw error
    throw new BackupStoreDown(`The backup folder ${folder} can’t be used: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk quota is used up',
  EACCES: 'Foyer’s user isn’t allowed to write there',
  EROFS: 'it is read-only',
  EEXIST: 'there is a file where a folder belongs',
}

const reasonOf = (error: Error): string =>
  ('code' in error && typeof error.code === 'string' && REASONS[error.code]) || error.message

async function ifThere<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
