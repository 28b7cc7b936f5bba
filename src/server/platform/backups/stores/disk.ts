import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** True when both paths are on the same disk, or will be once they are created. */
export const isSameDisk = (one: string, other: string): boolean => diskOf(one) === diskOf(other)

const diskOf = (path: string): number => statSync(nearestFolder(path)).dev

/** Returns the path, or its nearest parent that exists. */
export const nearestFolder = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))
