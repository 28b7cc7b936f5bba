import { chownSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { POSTGRES_USER } from './data-folder.ts'

const PREFIX = 'foyer-pg-'

/**
 * Creates a folder that only the server's user can enter. The path is short, because the length of socket paths is
 * limited.
 */
export function makeSocketFolder(): string {
  const made = mkdtempSync(join(tmpdir(), PREFIX))
  if (POSTGRES_USER) chownSync(made, POSTGRES_USER.uid, POSTGRES_USER.gid)
  return made
}

/**
 * True when the folder exists and belongs to the server's user, so that the next server can reuse it and clients can
 * reconnect.
 */
export function canReuseSocketFolder(folder: string): boolean {
  try {
    const status = lstatSync(folder)
    return status.isDirectory() && status.uid === (POSTGRES_USER?.uid ?? process.getuid?.() ?? status.uid)
  } catch {
    return false
  }
}

export function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith(PREFIX)) rmSync(folder, { recursive: true, force: true })
}
