import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'

const markOf = (folder: string): string => `${folder}.restoring`

/** Formats a time for use in a folder's name. */
export const folderTimestamp = (now: Date): string => now.toISOString().replaceAll(/[-:.]/g, '')

/**
 * True when `swapFolder` was interrupted. The server must not start then, because it would initialise an empty
 * database.
 */
export const wasSwapInterrupted = (folder: string): boolean => existsSync(markOf(folder))

/**
 * Replaces a data folder with a restored one. The old folder is renamed and kept. Returns its new name; undefined when
 * there was none.
 */
export function swapFolder(restored: string, folder: string, now: Date): string | undefined {
  const aside = `${folder}.before-restore-${folderTimestamp(now)}`
  const hasOld = existsSync(folder)
  writeFileSync(markOf(folder), hasOld ? `${aside}\n` : '', { flush: true })
  if (hasOld) renameSync(folder, aside)
  renameSync(restored, folder)
  rmSync(markOf(folder))
  return hasOld ? aside : undefined
}
