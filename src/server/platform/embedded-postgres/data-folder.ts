import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { isReachable } from './binaries.ts'

/** PostgreSQL refuses to run as root; for root, the server runs as an unprivileged user. */
export const POSTGRES_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** A derived name in /var/lib when the unprivileged user can't access `wanted` (such as a checkout under /root). */
export function dataFolder(wanted: string): string {
  const folder = join(wanted, 'postgres')
  if (!POSTGRES_USER || isReachable(wanted)) return folder
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 8)
  return join('/var/lib/foyer', `${basename(dirname(wanted))}-${mark}`)
}
