import * as z from 'zod/mini'
import { BackupUnusable } from './seal.ts'

/** Describes a base backup. Written last: a base without it is incomplete. */
const manifest = z.object({
  id: z.string(),
  systemId: z.string(),
  timeline: z.int(),
  startLsn: z.number(),
  stopLsn: z.number(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  finishedAt: z.number(),
  foyerVersion: z.string(),
  serverVersion: z.string(),
  /** Parts of the tar file, in order: size as stored. */
  parts: z.array(z.object({ name: z.string(), bytes: z.int() })),
  tarBytes: z.number(),
  uploads: z.array(z.string()),
  /** Generated key of the secrets in the database; only in encrypted backups, empty when it is a setting. */
  encryptionKey: z.string(),
})
export type Manifest = z.infer<typeof manifest>

/** Throws `BackupUnusable` for a format of another version. */
export function parseManifest(id: string, text: string): Manifest {
  const parsed = z.safeParse(manifest, JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new BackupUnusable(`The backup ${id} was made by a version of Foyer that this one doesn’t know.`)
}
