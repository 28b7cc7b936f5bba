import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'

const markOf = (folder: string): string => `${folder}.restoring`

/** A moment in the name of a folder. */
export const stampOf = (now: Date): string => now.toISOString().replaceAll(/[-:.]/g, '')

/** True after an interruption of `swapFolder`: a start would find no data, and initialise an empty database. */
export const isHalfRestored = (folder: string): boolean => existsSync(markOf(folder))

/**
 * Puts a restored data folder in the place of another, which is renamed and kept. Returns its new name; undefined when there was none.
 */
export function swapFolder(restored: string, folder: string, now: Date): string | undefined {
  const aside = `${folder}.before-restore-${stampOf(now)}`
  const hasOld = existsSync(folder)
  writeFileSync(markOf(folder), hasOld ? `${aside}\n` : '', { flush: true })
  if (hasOld) renameSync(folder, aside)
  renameSync(restored, folder)
  rmSync(markOf(folder))
  return hasOld ? aside : undefined
}
