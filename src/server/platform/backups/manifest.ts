import * as z from 'zod/mini'
import { BackupUnusable } from './seal.ts'

/** Description of a base backup. It is written last, so a base without a manifest is incomplete. */
const manifest = z.object({
  id: z.string(),
  systemId: z.string(),
  timeline: z.int(),
  startLsn: z.number(),
  stopLsn: z.number(),
  /** Start of the base backup in milliseconds since the epoch. */
  startedAt: z.number(),
  finishedAt: z.number(),
  foyerVersion: z.string(),
  serverVersion: z.string(),
  /** Parts of the tar file, in order. `bytes` is the stored size. */
  parts: z.array(z.object({ name: z.string(), bytes: z.int() })),
  tarBytes: z.number(),
  uploads: z.array(z.string()),
  /** Key that encrypts secrets in the database. Only in encrypted backups; '' when the key is a setting. */
  encryptionKey: z.string(),
})
export type Manifest = z.infer<typeof manifest>

/** Parses the description of a base backup. Throws `BackupUnusable` for a format that this version doesn't know. */
export function parseManifest(id: string, text: string): Manifest {
  const parsed = z.safeParse(manifest, JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new BackupUnusable(`The backup ${id} has a format that this version of Foyer doesn’t know.`)
}
