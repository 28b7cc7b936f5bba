import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { isReachable } from './binaries.ts'

/** PostgreSQL refuses to run as root: a root's server runs as the system's unprivileged user. */
export const RUNS_AS = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/**
 * Where the data live: in the folder that was asked for, unless PostgreSQL's unprivileged user could not get there (a
 * checkout under /root). Then they live in /var/lib under a name of their own for that folder.
 */
export function dataFolder(wanted: string): string {
  const folder = join(wanted, 'postgres')
  if (!RUNS_AS || isReachable(wanted)) return folder
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 8)
  return join('/var/lib/foyer', `${basename(dirname(wanted))}-${mark}`)
}
