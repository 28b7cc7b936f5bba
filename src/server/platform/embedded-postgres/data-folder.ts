import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { isFolderAccessible } from './binaries.ts'

/**
 * Unprivileged user that the server runs as when Foyer runs as root, because PostgreSQL refuses to run as root.
 * Undefined otherwise.
 */
export const POSTGRES_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/**
 * Returns `wanted`, or a folder in /var/lib named after it when the unprivileged user can't access it, for example in
 * a checkout below /root.
 */
export function resolveDataFolder(configured: string): string {
  const folder = join(configured, 'postgres')
  if (!POSTGRES_USER || isFolderAccessible(configured)) return folder
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 8)
  return join('/var/lib/foyer', `${basename(dirname(configured))}-${mark}`)
}
