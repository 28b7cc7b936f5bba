import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeFolders } from './binaries.ts'
import { POSTGRES_USER } from './data-folder.ts'
import { isAlive } from './pid-file.ts'

const OPTIONS = [
  ['-U', 'foyer'],
  ['-A', 'trust'],
  ['-E', 'UTF8'],
  ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ['--no-instructions'],
  ['--no-sync'],
].flat()

export const isDataFolderInitialised = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'))

/**
 * Initialises a data folder under a temporary name and renames it, so that an incomplete folder is never used. The files may still be in the
 * system's memory: `syncFolder` writes them to disk.
 */
export async function initialiseDataFolder(initdb: string, folder: string): Promise<void> {
  const half = `${folder}.${process.pid}`
  makeFolders(dirname(folder))
  removeUnfinishedFolders(folder)
  mkdirSync(half, { mode: 0o700 })
  if (POSTGRES_USER) chownSync(half, POSTGRES_USER.uid, POSTGRES_USER.gid)
  try {
    await promisify(execFile)(initdb, ['-D', half, ...OPTIONS], { ...POSTGRES_USER, cwd: '/' })
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    throw new Error(`The embedded PostgreSQL could not be set up in ${folder}:\n${outputOf(error)}`, {
      cause: error,
    })
  }
  try {
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    // The error is ignored if a concurrent process has made an equivalent folder.
    if (!isDataFolderInitialised(folder)) throw error
  }
}

const outputOf = (error: unknown): string =>
  error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' && error.stderr !== ''
    ? error.stderr
    : String(error)

/** Flushes a new data folder's files to disk. The server may be running, because it flushes its own writes itself. */
export async function syncFolder(initdb: string, folder: string): Promise<void> {
  const syncing = spawn(initdb, ['--sync-only', '-D', folder], {
    ...POSTGRES_USER,
    cwd: '/',
    stdio: 'ignore',
    // Ctrl-C in a terminal is sent to the whole process group.
    detached: true,
  })
  const [code] = await once(syncing, 'exit')
  if (code !== 0) throw new Error(`The files in ${folder} could not be written to disk (initdb: ${code}).`)
}

/** Removes unfinished folders next to a data folder, left by processes that no longer run. */
export function removeUnfinishedFolders(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    const [beginning, pid] = [name.slice(0, basename(folder).length + 1), Number(name.split('.').at(-1))]
    if (beginning !== `${basename(folder)}.` || !Number.isInteger(pid)) continue
    if (pid === process.pid || !isAlive(pid))
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
  }
}
