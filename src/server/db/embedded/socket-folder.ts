import { chownSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { RUNS_AS } from './data-folder.ts'

const PREFIX = 'foyer-pg-'

/** A folder that only the server's user can enter; its path is short, as a socket's address must be. */
export function makeSocketFolder(): string {
  const made = mkdtempSync(join(tmpdir(), PREFIX))
  if (RUNS_AS) chownSync(made, RUNS_AS.uid, RUNS_AS.gid)
  return made
}

/**
 * Whether a server may be started at this socket again: the folder is still there and still its user's own. Everybody
 * who was connected to a server that died then finds the next one, whoever starts it.
 */
export function canServeAgain(folder: string): boolean {
  try {
    const status = lstatSync(folder)
    return status.isDirectory() && status.uid === (RUNS_AS?.uid ?? process.getuid?.() ?? status.uid)
  } catch {
    return false
  }
}

/** Takes away a folder that `makeSocketFolder` made, and nothing else. */
export function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith(PREFIX)) rmSync(folder, { recursive: true, force: true })
}
